#pragma once
#include <cstdint>
#include <string>
#include <string_view>

#include "retake/mesh/ascii_text.h"
#include "retake/mesh/byte_order.h"
#include "retake/numerics/errors.h"
#include "retake/numerics/linear_types.h"

namespace retake {

// What is being read, for messages: {"vertex", 3} is "vertex 3", {"header"} is "header".
struct ItemName {
  const char* what;
  std::int64_t number = -1;
};
std::string to_string(const ItemName& item);

struct TextStyle {
  char comment = '#';            // from here to the end of the line is left out; 0: no comments
  bool commas_separate = false;  // as blanks do
  bool starts_as_text = true;    // a byte order mark at the beginning is skipped
};

// Walks over the text of a file, or over the binary parts of one, and knows the line (or byte), so
// that every complaint can name it. Numbers are read without regard to the locale. Keeps a view of
// the bytes.
class FileScanner {
 public:
  FileScanner(std::string file, std::string_view text, TextStyle style = {})
      : file_(std::move(file)), text_(text), style_(style) {
    if (style.starts_as_text) position_ = text.size() - without_byte_order_mark(text).size();
  }

  // Any whitespace may come before what these read, line ends too.
  bool at_end();
  std::string_view token(const ItemName& item);
  double number(const ItemName& item);  // finite
  std::int64_t integer(const ItemName& item);
  Vec3 point(const ItemName& item);
  // How many things follow. Refused when the rest of the file is too short for them, so that
  // memory may be reserved for the count.
  int count(const ItemName& item, std::int64_t min_bytes_each);
  int check_count(std::int64_t count, const ItemName& item, std::int64_t min_bytes_each) const;

  // Only within the current line. An empty token: the line is over.
  bool at_line_end();
  std::string_view line_token();
  std::string_view rest_of_line();
  void next_line();
  bool has_more_lines() const { return position_ < text_.size(); }

  // All that is not yet read, from the next byte on.
  std::string_view rest() const { return text_.substr(position_); }

  // The next bytes just as they are.
  std::string_view raw(std::size_t bytes, const ItemName& item);
  template <class Number>
  Number binary(std::endian order, const ItemName& item) {
    return from_bytes<Number>(raw(sizeof(Number), item).data(), order);
  }

  // Moves behind the next occurrence of `mark`; refuses where there is none.
  void skip_past(std::string_view mark);

  double to_number(std::string_view token, const ItemName& item) const;
  std::int64_t to_integer(std::string_view token, const ItemName& item) const;

  int line() const { return line_; }
  const std::string& file() const { return file_; }
  void be_binary() { binary_ = true; }                       // complaints name the byte from now on
  std::int64_t odd_numbers() const { return odd_numbers_; }  // such as 3.1+e2, read as 3.1e+2

  std::string where() const;
  [[noreturn]] void refuse(Complaint complaint) const;  // adds where

 private:
  bool is_blank(char c) const;
  void skip_comment();

  std::string file_;
  std::string_view text_;
  TextStyle style_;
  std::size_t position_ = 0;
  int line_ = 1;
  bool binary_ = false;
  mutable std::int64_t odd_numbers_ = 0;
};

}  // namespace retake
