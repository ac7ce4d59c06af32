#include "apps/server/engine/editor.h"

#include "apps/server/engine/engine.h"

namespace retake::server {

struct Editor::Impl : Engine {
  using Engine::Engine;
};

Editor::Editor(EditorOptions options) : impl_(std::make_unique<Impl>(std::move(options))) {}
Editor::~Editor() = default;

int Editor::join(std::shared_ptr<Client> client) { return impl_->join(std::move(client)); }
void Editor::leave(int tab) { impl_->leave(tab); }
void Editor::receive(int tab, std::string_view json) { impl_->receive(tab, json); }
void Editor::ready() { impl_->ready(); }
void Editor::open_scene(const std::string& name) { impl_->open({.scene = name}); }
void Editor::open_file(const std::filesystem::path& file) {
  impl_->open({.file = file, .recover = true});
}
void Editor::open_files(const std::vector<std::filesystem::path>& files) {
  impl_->open({.file = files.front(), .beside = {files.begin() + 1, files.end()}, .recover = true});
}
void Editor::finish() { impl_->finish(); }

}  // namespace retake::server
