#include "retake/mesh/usda_scanner.h"

#include <algorithm>
#include <charconv>
#include <string>

#include "retake/numerics/errors.h"

namespace retake {
namespace {

constexpr std::string_view blanks = " \t\r\n";
constexpr std::string_view marks = "(){}[]=,:;";
constexpr std::string_view word_ends = " \t\r\n(){}[]=,;\"'@#";

// Delimited by as many of one sign as it begins with, one or three: "a", '''a''', @a@.
std::size_t end_of_quoted(std::string_view text, std::size_t start) {
  const char quote = text[start];
  const std::string triple(3, quote);
  const std::string mark = text.substr(start, 3) == triple ? triple : std::string(1, quote);
  for (std::size_t at = start + mark.size(); at < text.size(); ++at) {
    if (text[at] == '\\' && quote != '@') {
      ++at;
    } else if (text.substr(at, mark.size()) == mark) {
      return at + mark.size();
    }
  }
  return text.size();
}

// Of a name or a number. Names may hold colons (xformOp:translate), the time of a sample ends with
// one (7: [...]).
std::size_t end_of_plain(std::string_view text, std::size_t start) {
  const bool is_number = std::string_view("+-.0123456789").find(text[start]) != text.npos;
  std::size_t end = start;
  while (end < text.size()) {
    if (text.substr(end, 2) == "[]") {
      end += 2;
    } else if (word_ends.find(text[end]) != text.npos || (is_number && text[end] == ':')) {
      break;
    } else {
      ++end;
    }
  }
  return std::max(end, start + 1);
}

}  // namespace

void UsdaScanner::skip_blanks() {
  while (position_ < text_.size()) {
    if (text_[position_] == '#') {
      position_ = std::min(text_.find('\n', position_), text_.size());
    } else if (blanks.find(text_[position_]) != std::string_view::npos) {
      ++position_;
    } else {
      return;
    }
  }
}

std::string_view UsdaScanner::word_at(std::size_t start) const {
  const char first = text_[start];
  if (first == '"' || first == '\'' || first == '@') {
    return text_.substr(start, end_of_quoted(text_, start) - start);
  }
  if (first == '<') return text_.substr(start, text_.find('>', start) - start + 1);
  if (marks.find(first) != std::string_view::npos) return text_.substr(start, 1);
  return text_.substr(start, end_of_plain(text_, start) - start);
}

bool UsdaScanner::at_end() {
  skip_blanks();
  return position_ >= text_.size();
}

std::string_view UsdaScanner::peek() { return at_end() ? std::string_view() : word_at(position_); }

std::string_view UsdaScanner::next() {
  if (at_end()) refuse("more", "the end of the file");
  const std::string_view word = word_at(position_);
  position_ += word.size();
  return word;
}

void UsdaScanner::expect(std::string_view word) {
  const std::string_view found = next();
  if (found != word) refuse(word, found);
}

double UsdaScanner::number() {
  const std::string_view word = next();
  double value = 0;
  const auto [stop, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (error != std::errc() || stop != word.data() + word.size()) refuse("a number", word);
  return value;
}

std::string_view UsdaScanner::value() {
  skip_blanks();
  const std::size_t start = position_;
  const std::string_view word = next();
  if (word == "[" || word == "(" || word == "{") skip_brackets();
  return text_.substr(start, position_ - start);
}

void UsdaScanner::skip_brackets() {
  for (int depth = 1; depth > 0;) {
    // Numbers and blanks need no look.
    position_ = std::min(text_.find_first_of("()[]{}\"'@#", position_), text_.size());
    const std::string_view word = next();
    if (word == "(" || word == "[" || word == "{") ++depth;
    if (word == ")" || word == "]" || word == "}") --depth;
  }
}

void UsdaScanner::refuse(std::string_view expected, std::string_view found) const {
  const auto here = text_.begin() + static_cast<std::ptrdiff_t>(std::min(position_, text_.size()));
  const auto line = 1 + std::count(text_.begin(), here, '\n');
  throw InputError({.what = "this USD text makes no sense",
                    .where = file_.string() + ", line " + std::to_string(line),
                    .expected = std::string(expected),
                    .found = "'" + std::string(found.substr(0, 40)) + "'"});
}

}  // namespace retake
