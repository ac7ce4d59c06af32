#pragma once
#include <charconv>
#include <string>

namespace retake {

// Appends the shortest spelling that reads back as the same value, whatever the locale.
template <class Number>
void append_number(std::string& text, Number value) {
  char digits[32];
  const auto result = std::to_chars(digits, digits + sizeof digits, value);
  text.append(digits, result.ptr);
}

// "x y z" with `separator` between the numbers.
template <class Column>
void append_numbers(std::string& text, const Column& values, const char* separator = " ") {
  bool first = true;
  for (const auto value : values) {
    if (!first) text += separator;
    first = false;
    append_number(text, value);
  }
}

// A line "3 a b c" for each column, as OFF and PLY write triangles.
template <class Columns>
void append_triangle_lines(std::string& text, const Columns& triangles) {
  for (const auto& triangle : triangles.colwise()) {
    text += "3 ";
    append_numbers(text, triangle);
    text += '\n';
  }
}

}  // namespace retake
