#include "retake/shot/document.h"

#include <algorithm>
#include <span>

#include "retake/mesh/file_bytes.h"
#include "retake/modes/content_hash.h"
#include "retake/numerics/errors.h"
#include "retake/shot/layer_ids.h"
#include "retake/shot/read_shot.h"
#include "retake/shot/sources/poses.h"
#include "retake/shot/staged_shot.h"

namespace retake {

namespace {

namespace fs = std::filesystem;

std::string hash_of(std::string_view text) {
  ContentHash hash;
  hash.add(text.data(), text.size());
  return hash.finish();
}

void replay(const JournalEntry& entry, EditLog& log, Shot& shot) {
  switch (entry.kind) {
    case JournalEntry::Kind::done:
      log.apply(shot, entry.edit);
      break;
    case JournalEntry::Kind::undone:
      log.replay_undo(shot, entry.edit);
      break;
    case JournalEntry::Kind::redone:
      log.replay_redo(shot, entry.edit);
      break;
    case JournalEntry::Kind::drag_begun:
      log.begin_drag();
      break;
    case JournalEntry::Kind::drag_ended:
      log.end_drag();
      break;
    case JournalEntry::Kind::drag_cancelled:
      log.cancel_drag(shot);
      break;
  }
}

// As people count: a drag is one, and none where it was cancelled.
int steps_in(std::span<const JournalEntry> entries) {
  int steps = 0, before_drag = 0;
  bool dragging = false;
  for (const JournalEntry& entry : entries) {
    if (entry.kind == JournalEntry::Kind::drag_begun) before_drag = steps;
    if (entry.kind == JournalEntry::Kind::drag_cancelled) steps = before_drag;
    if (!entry.has_edit()) dragging = entry.kind == JournalEntry::Kind::drag_begun;
    if (entry.has_edit()) steps = dragging ? before_drag + 1 : steps + 1;
  }
  return steps;
}

int largest_id_of(const Shot& shot) {
  const auto poses = poses_of(shot);
  return std::max(largest_id(shot.layers), poses ? largest_id(*poses) : 0);
}

// All that `write` appends, or nothing.
template <class Write>
void append_whole(Journal& journal, const Write& write) {
  const std::uint64_t before = journal.length();
  try {
    write();
  } catch (...) {
    journal.cut_back(before);
    throw;
  }
}

}  // namespace

Document Document::open(const fs::path& json_file, const OpenOptions& options) {
  Document document;
  ShotReading reading = read_shot_with_notes(json_file, options.open_scene);
  document.shot_ = std::move(reading.shot);
  document.notes_ = std::move(reading.notes);
  document.file_ = json_file;
  document.file_hash_ = hash_of(read_file(json_file).bytes);
  document.last_id_ = largest_id_of(document.shot_);
  document.note_saved_source();
  options.recover ? document.recover() : document.put_journal_aside();
  return document;
}

Document::Document(Shot shot) : shot_(std::move(shot)) {
  if (auto* source = shot_.source.find<PosesSource>()) {
    PoseSource numbered = *source->poses;
    number_poses(numbered.keys, "the shot");
    source->poses = std::make_shared<const PoseSource>(std::move(numbered));
  }
  last_id_ = largest_id_of(shot_);
  note_saved_source();
}

void Document::note_saved_source() {
  saved_source_ = &shot_.source->kind();
  saved_poses_ = poses_of(shot_);
}

void Document::recover() {
  const LayerReading reading = {.body = shot_.body(),
                                .folder = file_.parent_path(),
                                .bodies = spans_of(shot_.bodies.several())};
  auto found = Journal::resume(journal_of(file_), file_hash_, reading);
  if (!found) return;
  recovery_.note = found->note;
  if (found->belongs) {
    replay_all(std::move(*found));
  } else if (!found->entries.empty() || !found->note.empty()) {
    recovery_.note = "the journal belongs to another save of the shot; it was put aside as " +
                     found->journal.set_aside();
  }
}

void Document::put_journal_aside() {
  const LayerReading reading = {.body = shot_.body(),
                                .folder = file_.parent_path(),
                                .bodies = spans_of(shot_.bodies.several())};
  auto found = Journal::resume(journal_of(file_), file_hash_, reading);
  if (!found || (found->entries.empty() && found->note.empty())) return;
  recovery_.note = "unsaved changes were put aside as " + found->journal.set_aside();
}

void Document::replay_all(Journal::Resumed found) {
  std::size_t replayed = 0;
  try {
    for (; replayed < found.entries.size(); ++replayed) {
      replay(found.entries[replayed], log_, shot_);
      last_id_ = std::max(last_id_, largest_id(found.entries[replayed].edit));
    }
    if (replayed == 0) found.journal.restart(file_hash_);
    journal_ = std::move(found.journal);
  } catch (const InputError& error) {
    recovery_.note = "an edit of the journal does not fit the shot: " + std::string(error.what()) +
                     "; the journal was put aside as " + found.journal.set_aside();
    journal_.emplace(journal_of(file_), file_hash_);
    for (std::size_t i = 0; i < replayed; ++i) journal_->append(found.entries[i]);
  }
  recovery_.edits = steps_in(std::span(found.entries).first(replayed));
  if (log_.is_dragging()) journal_->append({JournalEntry::Kind::drag_ended});
  log_.end_drag();
}

Journal& Document::journal() {
  if (!journal_) journal_.emplace(journal_of(file_), file_hash_);
  return *journal_;
}

// What the journal has of a drag begins with its first edit.
void Document::append(JournalEntry::Kind kind, const Edit& edit) {
  if (file_.empty()) return;
  if (log_.is_dragging() && !drag_is_noted_) journal().append({JournalEntry::Kind::drag_begun});
  journal().append({kind, edit});
}

void Document::record(JournalEntry::Kind kind, const Edit& edit) {
  if (file_.empty()) return;
  append_whole(journal(), [&] {
    append(kind, edit);
    // Lines of a drag follow each other too quickly to wait for the disk.
    if (!is_part_of_drag(edit)) journal().sync();
  });
  drag_is_noted_ = log_.is_dragging();
}

void Document::apply(const Edit& edit) {
  log_.apply(shot_, edit, [&](const Edit& done) { record(JournalEntry::Kind::done, done); });
  last_id_ = std::max(last_id_, largest_id(edit));
}

void Document::undo() {
  if (log_.is_dragging()) end_drag();
  log_.undo(shot_, [&](const Edit& edit) { record(JournalEntry::Kind::undone, edit); });
}

void Document::redo() {
  if (log_.is_dragging()) end_drag();
  log_.redo(shot_, [&](const Edit& edit) { record(JournalEntry::Kind::redone, edit); });
}

int Document::begin_drag() {
  end_drag();
  log_.begin_drag();
  return new_drag();
}

void Document::end_drag() {
  if (journal_) {
    append_whole(*journal_, [&] {
      if (drag_is_noted_) journal_->append({JournalEntry::Kind::drag_ended});
      journal_->sync();
    });
  }
  drag_is_noted_ = false;
  log_.end_drag();
}

void Document::cancel_drag() {
  if (drag_is_noted_) journal_->append({JournalEntry::Kind::drag_cancelled});
  drag_is_noted_ = false;
  log_.cancel_drag(shot_);
}

void Document::go_to(int state) {
  if (log_.is_dragging()) end_drag();
  const std::vector<EditLog::Entry> entries = log_.entries();
  const auto found = std::find_if(entries.begin(), entries.end(), [&](const EditLog::Entry& entry) {
    return entry.state == state;
  });
  if (found == entries.end()) {
    throw InputError({.what = "the history has no such state", .found = std::to_string(state)});
  }
  const int before = log_.position();
  const auto go = [&] {
    walk_to(static_cast<int>(found - entries.begin()),
            [&](JournalEntry::Kind kind, const Edit& edit) { append(kind, edit); });
    if (journal_) journal_->sync();
  };
  try {
    file_.empty() ? go() : append_whole(journal(), go);
  } catch (...) {
    walk_to(before, [](JournalEntry::Kind, const Edit&) {});
    throw;
  }
}

void Document::walk_to(int position, const Step& step) {
  while (log_.position() > position) {
    log_.undo(shot_, [&](const Edit& edit) { step(JournalEntry::Kind::undone, edit); });
  }
  while (log_.position() < position) {
    log_.redo(shot_, [&](const Edit& edit) { step(JournalEntry::Kind::redone, edit); });
  }
}

std::string Document::undo_title() const { return log_.undo_title(); }

std::string Document::redo_title() const { return log_.redo_title(); }

void Document::save() {
  if (file_.empty()) {
    throw InputError({.what = "the shot has no file yet", .advice = "Save it under a name"});
  }
  if (hash_of(read_file(file_).bytes) != file_hash_) {
    throw InputError({.what = "another program has changed the shot since it was opened",
                      .where = file_.string(),
                      .advice = "Save it under another name, or open it again"});
  }
  const bool same_source =
      &shot_.source->kind() == saved_source_ && poses_of(shot_) == saved_poses_;
  const StagedShot staged =
      stage_edits(shot_, file_, same_source ? EditedParts::layers : EditedParts::layers_and_source);
  const std::string hash = hash_of(staged.json);
  if (journal_) journal_->announce_save(hash);
  staged.publish();
  finish_save(hash);
}

void Document::save_as(const fs::path& json_file) {
  const StagedShot staged = stage_shot(shot_, json_file);
  const std::string hash = hash_of(staged.json);
  std::error_code none;
  const bool same_file = fs::equivalent(json_file, file_, none);
  std::optional<Journal> other;
  if (!same_file) other.emplace(journal_of(json_file), hash);
  if (same_file && journal_) journal_->announce_save(hash);
  staged.publish();
  if (other) {
    if (journal_) journal_->remove();
    journal_ = std::move(other);
  }
  file_ = json_file;
  finish_save(hash);
}

void Document::finish_save(const std::string& hash) {
  file_hash_ = hash;
  log_.end_drag();
  drag_is_noted_ = false;
  saved_state_ = log_.state();
  note_saved_source();
  if (journal_) journal_->restart(hash);
}

void Document::abandon_changes() {
  if (journal_) journal_->remove();
  journal_.reset();
  drag_is_noted_ = false;
}

}  // namespace retake
