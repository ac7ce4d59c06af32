#include <algorithm>

#include "retake/mesh/file_bytes.h"
#include "retake/mesh/file_scanner.h"
#include "retake/shot/source_json.h"

namespace retake {

namespace {

int index_below(FileScanner& scanner, const char* what, int count) {
  const std::string_view token = scanner.line_token();
  const std::int64_t index = scanner.to_integer(token, {what});
  if (index >= 0 && index < count) return static_cast<int>(index);
  scanner.refuse({.what = std::string("no such ") + what,
                  .expected = count > 0 ? "0 to " + std::to_string(count - 1)
                                        : std::string("none, since the shot has none"),
                  .found = std::string(token)});
}

Vec3 unit_normal(FileScanner& scanner) {
  Vec3 normal;
  for (int axis = 0; axis < 3; ++axis) {
    const std::string_view token = scanner.line_token();
    if (token.empty()) {
      scanner.refuse({.what = "the line is too short",
                      .expected = "frame,vertex,nx,ny,nz or frame,vertex,nx,ny,nz,obstacle"});
    }
    normal[axis] = scanner.to_number(token, {"a part of the normal"});
  }
  if (normal.norm() == 0) {
    scanner.refuse({.what = "a normal needs a length", .found = "0, 0, 0"});
  }
  return normal.normalized();
}

Contact read_line(FileScanner& scanner, const Shot& shot) {
  Contact contact;
  contact.frame = index_below(scanner, "frame", frame_count(shot));
  contact.vertex = index_below(scanner, "vertex", shot.body().vertex_count());
  contact.normal = unit_normal(scanner);
  if (!scanner.at_line_end()) {
    contact.obstacle =
        index_below(scanner, "obstacle", static_cast<int>(shot.setup.obstacles.size()));
  }
  if (!scanner.at_line_end()) {
    scanner.refuse({.what = "the line goes on",
                    .expected = "six numbers at most",
                    .found = std::string(scanner.line_token())});
  }
  return contact;
}

bool is_heading(std::string_view line) {
  const auto first = line.find_first_not_of(" \t,\r");
  if (first == std::string_view::npos) return false;
  return std::isalpha(static_cast<unsigned char>(line[first])) != 0;
}

}  // namespace

std::vector<Contact> read_contact_lines(const std::filesystem::path& path, const Shot& shot) {
  const std::string text = read_file(path).bytes;
  FileScanner scanner(path.string(), text, {.comment = '#', .commas_separate = true});
  std::vector<Contact> contacts;
  if (is_heading(scanner.rest().substr(0, scanner.rest().find('\n')))) scanner.next_line();
  while (scanner.has_more_lines()) {
    if (!scanner.at_line_end()) contacts.push_back(read_line(scanner, shot));
    scanner.next_line();
  }
  std::stable_sort(contacts.begin(), contacts.end(), [](const Contact& a, const Contact& b) {
    return std::pair(a.frame, a.vertex) < std::pair(b.frame, b.vertex);
  });
  return contacts;
}

}  // namespace retake
