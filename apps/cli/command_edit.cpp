// `retake edit`: the editor on files of one's own.
#include "apps/cli/editor_session.h"

namespace retake::cli {

void EditCommand::run(const CommonOptions& common) const { run_editor(window, "", files, common); }

}  // namespace retake::cli
