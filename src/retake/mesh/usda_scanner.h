#pragma once
#include <filesystem>
#include <string_view>

namespace retake {

// Walks over the words of a USD layer in text form. A word is a name with its type's brackets
// ("point3f[]"), a string with its quotes, an asset, a path, a number or one of ( ) { } [ ] = , : ;
class UsdaScanner {
 public:
  UsdaScanner(const std::filesystem::path& file, std::string_view text)
      : file_(file), text_(text) {}

  bool at_end();
  std::string_view peek();  // the next word, without taking it; empty at the end
  std::string_view next();  // throws InputError at the end of the text
  void expect(std::string_view word);
  double number();

  // All of the next value: a word, or everything between brackets and the brackets.
  std::string_view value();
  // Behind the bracket that closes the one which was just taken.
  void skip_brackets();

 private:
  void skip_blanks();
  std::string_view word_at(std::size_t start) const;
  [[noreturn]] void refuse(std::string_view expected, std::string_view found) const;

  std::filesystem::path file_;
  std::string_view text_;
  std::size_t position_ = 0;
};

}  // namespace retake
