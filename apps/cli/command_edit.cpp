// `retake edit`: the editor on a file of one's own.
#include "apps/cli/editor_session.h"

namespace retake::cli {

void EditCommand::run(const CommonOptions& common) const { run_editor(window, "", file, common); }

}  // namespace retake::cli
