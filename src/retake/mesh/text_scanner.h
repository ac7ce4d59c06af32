#pragma once
#include <cstdint>
#include <string>
#include <string_view>

#include "retake/numerics/errors.h"

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
};

// Walks over the text of a file and knows its line, so that every complaint can name it. Numbers
// are read without regard to the locale. Keeps a view of `text`.
class TextScanner {
 public:
  TextScanner(std::string file, std::string_view text, TextStyle style = {})
      : file_(std::move(file)), text_(text), style_(style) {}

  // Any whitespace may come before what these read, line ends too.
  bool at_end();
  std::string_view token(const ItemName& item);
  double number(const ItemName& item);  // finite
  std::int64_t integer(const ItemName& item);
  // How many things follow. Refused when the rest of the file is too short for them, so that
  // memory may be reserved for the count.
  int count(const ItemName& item, std::int64_t min_bytes_each);

  // Only within the current line. An empty token: the line is over.
  bool at_line_end();
  std::string_view line_token();
  std::string_view rest_of_line();
  void next_line();
  bool has_more_lines() const { return position_ < text_.size(); }

  double to_number(std::string_view token, const ItemName& item) const;
  std::int64_t to_integer(std::string_view token, const ItemName& item) const;

  int line() const { return line_; }
  const std::string& file() const { return file_; }
  std::size_t position() const { return position_; }
  void jump(std::size_t position);  // forward only; over bytes that are no text
  std::int64_t odd_numbers() const { return odd_numbers_; }  // such as 3.1+e2, read as 3.1e+2

  std::string where() const { return file_ + ", line " + std::to_string(line_); }
  [[noreturn]] void refuse(Complaint complaint) const;  // adds where

 private:
  bool is_blank(char c) const;
  void skip_comment();

  std::string file_;
  std::string_view text_;
  TextStyle style_;
  std::size_t position_ = 0;
  int line_ = 1;
  mutable std::int64_t odd_numbers_ = 0;
};

}  // namespace retake
