#include "retake/mesh/file_scanner.h"

#include <charconv>
#include <cmath>
#include <limits>

namespace retake {
namespace {

// Long or binary garbage is cut, so that a message stays one readable line.
std::string printable(std::string_view token) {
  std::string result = "'";
  for (const char c : token.substr(0, 40)) {
    const bool plain = static_cast<unsigned char>(c) >= 32 && static_cast<unsigned char>(c) < 127;
    result += plain ? c : '?';
  }
  return result + (token.size() > 40 ? "...'" : "'");
}

// Far above any count or index, and far enough from overflow for adding and subtracting.
constexpr std::int64_t greatest_integer = 1'000'000'000'000'000'000;

struct Parsed {
  double value = 0;
  bool complete = false;
};

Parsed parse(std::string_view token) {
  Parsed result;
  const auto [end, error] =
      std::from_chars(token.data(), token.data() + token.size(), result.value);
  if (error == std::errc::result_out_of_range) {
    // Too small is zero; too large is as infinite as "inf" is. Both have an exponent.
    const bool tiny = token.find("e-") != token.npos || token.find("E-") != token.npos;
    result.value = tiny ? 0 : std::numeric_limits<double>::infinity();
  }
  result.complete = error != std::errc::invalid_argument && end == token.data() + token.size();
  return result;
}

// Spellings that other programs write: 1.0D+00 (Fortran), 3.1+e2 (seen in OBJ files).
std::string with_usual_exponent(std::string_view token) {
  std::string result(token);
  for (char& c : result) {
    if (c == 'd' || c == 'D') c = 'e';
  }
  for (std::size_t i = 1; i + 1 < result.size(); ++i) {
    const bool sign = result[i] == '+' || result[i] == '-';
    if (sign && (result[i + 1] == 'e' || result[i + 1] == 'E')) std::swap(result[i], result[i + 1]);
  }
  return result;
}

bool spells_no_finite_number(std::string_view token) {
  return token.find("nan") != token.npos || token.find("NaN") != token.npos ||
         token.find("NAN") != token.npos || token.find('#') != token.npos ||
         token.find("inf") != token.npos || token.find("Inf") != token.npos ||
         token.find("INF") != token.npos;
}

}  // namespace

std::string to_string(const ItemName& item) {
  return item.number < 0 ? item.what : std::string(item.what) + " " + std::to_string(item.number);
}

bool FileScanner::is_blank(char c) const {
  return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v' ||
         (c == ',' && style_.commas_separate);
}

void FileScanner::skip_comment() {
  while (position_ < text_.size() && text_[position_] != '\n') ++position_;
}

bool FileScanner::at_end() {
  while (position_ < text_.size()) {
    const char c = text_[position_];
    if (c == '\n') {
      ++line_;
      ++position_;
    } else if (is_blank(c)) {
      ++position_;
    } else if (c == style_.comment && c != 0) {
      skip_comment();
    } else {
      return false;
    }
  }
  return true;
}

bool FileScanner::at_line_end() {
  while (position_ < text_.size() && is_blank(text_[position_])) ++position_;
  if (position_ < text_.size() && style_.comment != 0 && text_[position_] == style_.comment) {
    skip_comment();
  }
  return position_ >= text_.size() || text_[position_] == '\n';
}

std::string_view FileScanner::line_token() {
  if (at_line_end()) return {};
  const std::size_t begin = position_;
  while (position_ < text_.size() && text_[position_] != '\n' && !is_blank(text_[position_])) {
    ++position_;
  }
  return text_.substr(begin, position_ - begin);
}

std::string_view FileScanner::rest_of_line() {
  const std::size_t begin = position_;
  while (position_ < text_.size() && text_[position_] != '\n') ++position_;
  std::string_view rest = text_.substr(begin, position_ - begin);
  while (!rest.empty() && is_blank(rest.front())) rest.remove_prefix(1);
  while (!rest.empty() && is_blank(rest.back())) rest.remove_suffix(1);
  return rest;
}

void FileScanner::next_line() {
  while (position_ < text_.size() && text_[position_] != '\n') ++position_;
  if (position_ < text_.size()) {
    ++position_;
    ++line_;
  }
}

std::string_view FileScanner::raw(std::size_t bytes, const ItemName& item) {
  if (bytes > text_.size() - position_) {
    refuse({.what = "the file ends too early", .expected = to_string(item)});
  }
  position_ += bytes;
  return text_.substr(position_ - bytes, bytes);
}

void FileScanner::skip_past(std::string_view mark) {
  const std::size_t found = text_.find(mark, position_);
  if (found == text_.npos) {
    refuse({.what = "the file ends too early", .expected = std::string(mark)});
  }
  for (; position_ < found + mark.size(); ++position_) line_ += text_[position_] == '\n';
}

std::string_view FileScanner::token(const ItemName& item) {
  if (at_end()) refuse({.what = "the file ends too early", .expected = to_string(item)});
  return line_token();
}

double FileScanner::number(const ItemName& item) { return to_number(token(item), item); }

std::int64_t FileScanner::integer(const ItemName& item) { return to_integer(token(item), item); }

Vec3 FileScanner::point(const ItemName& item) {
  const double x = number(item);
  const double y = number(item);
  return {x, y, number(item)};
}

int FileScanner::count(const ItemName& item, std::int64_t min_bytes_each) {
  return check_count(integer(item), item, min_bytes_each);
}

int FileScanner::check_count(std::int64_t count, const ItemName& item,
                             std::int64_t min_bytes_each) const {
  // The last thing in the file needs no separator after it.
  const auto room = (static_cast<std::int64_t>(text_.size() - position_) + 1) / min_bytes_each;
  if (count < 0 || count > room || count > std::numeric_limits<int>::max()) {
    refuse({.what = "impossible " + to_string(item),
            .expected = "0 to " + std::to_string(room) +
                        ", which is all that the rest of the file has room for",
            .found = std::to_string(count)});
  }
  return static_cast<int>(count);
}

double FileScanner::to_number(std::string_view token, const ItemName& item) const {
  const std::string_view digits = token.starts_with('+') ? token.substr(1) : token;
  Parsed parsed = parse(digits);
  if (!parsed.complete) {
    parsed = parse(with_usual_exponent(digits));
    if (parsed.complete) ++odd_numbers_;
  }
  if (parsed.complete && std::isfinite(parsed.value)) return parsed.value;
  const bool infinite = parsed.complete || spells_no_finite_number(token);
  refuse({.what = infinite ? to_string(item) + " is not finite" : "not a number",
          .expected = infinite ? "a finite number" : to_string(item),
          .found = printable(token)});
}

std::int64_t FileScanner::to_integer(std::string_view token, const ItemName& item) const {
  const std::string_view digits = token.starts_with('+') ? token.substr(1) : token;
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  const bool complete = error == std::errc() && end == digits.data() + digits.size();
  if (complete && value >= -greatest_integer && value <= greatest_integer) return value;
  refuse({.what = "not a whole number", .expected = to_string(item), .found = printable(token)});
}

std::string FileScanner::where() const {
  if (binary_) return file_ + ", byte " + std::to_string(position_);
  return file_ + ", line " + std::to_string(line_);
}

void FileScanner::refuse(Complaint complaint) const {
  complaint.where = where();
  throw InputError(std::move(complaint));
}

}  // namespace retake
