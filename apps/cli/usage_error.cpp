#include "apps/cli/usage_error.h"

#include "retake/numerics/nearest_name.h"

namespace retake::cli {

namespace {

std::vector<std::string> command_names(const CLI::App& program) {
  std::vector<std::string> names;
  for (const CLI::App* command : program.get_subcommands({})) names.push_back(command->get_name());
  return names;
}

std::vector<std::string> option_names(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::App* app : {&command, command.get_parent()}) {
    if (app == nullptr) continue;
    for (const CLI::Option* option : app->get_options()) {
      for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    }
  }
  return names;
}

std::string first_word(const CLI::App& program) {
  const std::vector<std::string> words = program.remaining(true);
  return words.empty() ? "" : words.front();
}

std::string did_you_mean(const std::string& word, const std::vector<std::string>& known) {
  const std::string nearest = nearest_name(word, known);
  return nearest.empty() ? "" : "Did you mean " + nearest + "? ";
}

// The sentence of the parser without the full stop that the complaint's own sentence ends with.
std::string words_of(const CLI::ParseError& error) {
  std::string text = error.what();
  while (!text.empty() && (text.back() == '.' || text.back() == '\n')) text.pop_back();
  return text;
}

}  // namespace

UsageError explain(const CLI::App& program, const CLI::ParseError& error) {
  const std::string word = first_word(program);
  const std::vector<CLI::App*> given = program.get_subcommands();
  if (given.empty()) {
    const std::string advice = "`retake --help` lists the commands";
    if (word.empty() || word.starts_with('-')) {
      return UsageError({.what = "name a command", .found = word, .advice = advice});
    }
    return UsageError({.what = "no such command",
                       .found = word,
                       .advice = did_you_mean(word, command_names(program)) + advice});
  }
  const CLI::App& command = *given.front();
  const std::string where = "retake " + command.get_name();
  std::string advice = "`" + where + " --help` says what it takes";
  if (word.empty()) return UsageError({.what = words_of(error), .where = where, .advice = advice});
  if (word.starts_with('-')) advice.insert(0, did_you_mean(word, option_names(command)));
  return UsageError({.what = word.starts_with('-') ? "no such option" : "one word too many",
                     .where = where,
                     .found = word,
                     .advice = advice});
}

}  // namespace retake::cli
