#include "retake/mesh/text_scanner.h"

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

bool TextScanner::is_blank(char c) const {
  return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v' ||
         (c == ',' && style_.commas_separate);
}

void TextScanner::skip_comment() {
  while (position_ < text_.size() && text_[position_] != '\n') ++position_;
}

bool TextScanner::at_end() {
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

bool TextScanner::at_line_end() {
  while (position_ < text_.size() && is_blank(text_[position_])) ++position_;
  if (position_ < text_.size() && style_.comment != 0 && text_[position_] == style_.comment) {
    skip_comment();
  }
  return position_ >= text_.size() || text_[position_] == '\n';
}

std::string_view TextScanner::line_token() {
  if (at_line_end()) return {};
  const std::size_t begin = position_;
  while (position_ < text_.size() && text_[position_] != '\n' && !is_blank(text_[position_])) {
    ++position_;
  }
  return text_.substr(begin, position_ - begin);
}

std::string_view TextScanner::rest_of_line() {
  const std::size_t begin = position_;
  while (position_ < text_.size() && text_[position_] != '\n') ++position_;
  std::string_view rest = text_.substr(begin, position_ - begin);
  while (!rest.empty() && is_blank(rest.front())) rest.remove_prefix(1);
  while (!rest.empty() && is_blank(rest.back())) rest.remove_suffix(1);
  return rest;
}

void TextScanner::next_line() {
  while (position_ < text_.size() && text_[position_] != '\n') ++position_;
  if (position_ < text_.size()) {
    ++position_;
    ++line_;
  }
}

void TextScanner::jump(std::size_t position) {
  for (; position_ < position && position_ < text_.size(); ++position_) {
    if (text_[position_] == '\n') ++line_;
  }
}

std::string_view TextScanner::token(const ItemName& item) {
  if (at_end()) refuse({.what = "the file ends too early", .expected = to_string(item)});
  return line_token();
}

double TextScanner::number(const ItemName& item) { return to_number(token(item), item); }

std::int64_t TextScanner::integer(const ItemName& item) { return to_integer(token(item), item); }

int TextScanner::count(const ItemName& item, std::int64_t min_bytes_each) {
  const std::int64_t value = integer(item);
  // The last thing in the file needs no separator after it.
  const auto room = static_cast<std::int64_t>(text_.size() - position_) + 1;
  if (value < 0 || value > room / min_bytes_each || value > std::numeric_limits<int>::max()) {
    refuse({.what = "impossible " + to_string(item),
            .expected = "0 to " + std::to_string(room / min_bytes_each) +
                        ", which is all that the rest of the file has room for",
            .found = std::to_string(value)});
  }
  return static_cast<int>(value);
}

double TextScanner::to_number(std::string_view token, const ItemName& item) const {
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

std::int64_t TextScanner::to_integer(std::string_view token, const ItemName& item) const {
  const std::string_view digits = token.starts_with('+') ? token.substr(1) : token;
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error == std::errc() && end == digits.data() + digits.size()) return value;
  refuse({.what = "not a whole number", .expected = to_string(item), .found = printable(token)});
}

void TextScanner::refuse(Complaint complaint) const {
  complaint.where = where();
  throw InputError(std::move(complaint));
}

}  // namespace retake
