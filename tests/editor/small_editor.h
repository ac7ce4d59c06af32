#pragma once
#include <memory>
#include <optional>

#include "editor/recorded_tab.h"
#include "temporary_folder.h"

namespace retake::server {

// A clamped bar of 45 vertices, 24 frames at rest: "bar"; with a floor just below it: "floor"; with
// a green layer and two handles, at the tip and frame 10, in the middle and frame 16: "edited";
// that with so many frames that all of them take long: "long"; of so many vertices that its modes
// do: "large". The bar with poses at frames 0, 10 and 20, of ids 1 to 3, joined by 12 modes:
// "posed"; in place of a simulated fall that nobody has simulated yet: "posed over a simulation".
Shot small_scene(const std::string& name);
constexpr int bar_tip = 40;  // a vertex at its free end
constexpr int bar_frames = 24;
inline Points bar_at_rest() { return small_scene("bar").body().rest_positions; }

// An editor on small scenes with one tab, and the words to speak to it.
class SmallEditor {
 public:
  explicit SmallEditor(std::filesystem::path state_folder = {});

  Editor& editor() { return *editor_; }
  RecordedTab& tab() { return *tab_; }
  const TemporaryFolder& folder() const { return folder_; }  // that files are found in
  std::filesystem::path state_folder() const { return state_folder_; }
  std::filesystem::path uploads() const { return state_folder_ / "uploads"; }

  // A message with a number of its own, and its answer.
  Json ask(Json message) { return ask(*tab_, number_, std::move(message)); }
  Json ask(RecordedTab& tab, int number, Json message);
  // The same, which must not be a problem.
  Json demand(Json message);
  void say(const Json& message) { editor_->receive(number_, message.dump()); }

  void hello() { demand({{"type", "hello"}, {"protocol", 1}}); }
  void open(const std::string& scene, bool recover = false);

  struct Other {
    std::shared_ptr<RecordedTab> tab;
    int number = 0;
  };
  Other another_tab();

  // Adds a green layer of 12 modes with one handle at the tip and frame 10; ids of both.
  struct Handle {
    int layer = 0, wish = 0;
  };
  Handle add_handle(const Vec3& target, int vertex = bar_tip, int frame = 10,
                    const std::string& stiff_axes = "locked");
  Json add_wish(int layer, const Vec3& target, int vertex, int frame,
                const std::string& stiff_axes = "locked");
  Json move(const Handle& handle, const Vec3& target, int drag);
  int begin_drag() { return demand({{"type", "begin_drag"}})["drag"].get<int>(); }

  void look(int stream, int frame, const std::string& what = "result",
            const std::string& heat = "none");
  // The frame as it is when all is finished.
  Received finished(int stream, int frame);
  Json document() const { return tab_->newest("document"); }

  // Ends the editor without saving, as its destructor does.
  void end() { editor_.reset(); }

 private:
  TemporaryFolder folder_, own_state_;
  std::filesystem::path state_folder_;
  std::shared_ptr<RecordedTab> tab_ = std::make_shared<RecordedTab>();
  std::unique_ptr<Editor> editor_;
  int number_ = 0;
  int last_id_ = 0;
};

}  // namespace retake::server
