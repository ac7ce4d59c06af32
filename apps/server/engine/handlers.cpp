#include "apps/server/engine/handlers.h"

#include "retake/numerics/errors.h"
#include "retake/numerics/nearest_name.h"

namespace retake::server {

namespace {

const Rules& all_rules() {
  static const Rules rules = [] {
    Rules all;
    add_shot_rules(all);
    add_edit_rules(all);
    add_look_rules(all);
    add_check_rules(all);
    add_export_rules(all);
    add_saved_edit_rules(all);
    add_import_rules(all);
    add_pose_rules(all);
    return all;
  }();
  return rules;
}

const Rule& rule_for(const std::string& type) {
  const Rules& rules = all_rules();
  const auto found = rules.find(type);
  if (found != rules.end()) return found->second;
  std::vector<std::string> names;
  std::string expected;
  for (const auto& [name, rule] : rules) {
    names.push_back(name);
    expected += (expected.empty() ? "one of " : ", ") + name;
  }
  const std::string nearest = nearest_name(type, names);
  throw InputError({.what = "there is no such message",
                    .expected = expected,
                    .found = "'" + type + "'",
                    .advice = nearest.empty() ? "" : "Did you mean '" + nearest + "'?"});
}

void check_order(const Desk& desk, const Request& request, const Rule& rule) {
  if (request.type != "hello" && !desk.audience.is_greeted(request.tab)) {
    throw InputError({.what = "the first message must be hello", .found = request.type});
  }
  if (rule.needs_shot && !desk.shot) {
    throw InputError({.what = "no shot is open", .advice = "Open a scene or a file first"});
  }
  if (rule.changes_shot && desk.drag && desk.drag->tab != request.tab) {
    throw InputError({.what = "another tab is dragging a handle", .advice = "Let go of it there"});
  }
}

}  // namespace

void handle(Desk& desk, Message& message) {
  try {
    if (message.complaint) throw InputError(*message.complaint);
    const Rule& rule = rule_for(message.type);
    Request request = {message.tab, message.type, message.replies,
                       JsonFields(message.json, message.type)};
    request.fields.has("type");
    request.fields.has("id");
    check_order(desk, request, rule);
    if (const Answer answer = rule.handler(desk, request)) {
      desk.audience.answer(message.tab, message.replies, *answer);
    }
  } catch (const std::exception& error) {
    desk.audience.answer(message.tab, message.replies, problem(complaint_of(error), message.type));
  }
}

}  // namespace retake::server
