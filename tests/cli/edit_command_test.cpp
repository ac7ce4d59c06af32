// The editor as a person starts it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/edit_session.h"

namespace retake {

using testing::AllOf;
using testing::HasSubstr;
using testing::MatchesRegex;

TEST(EditCommand, ServesThePageAndEndsWithAWordWhenInterrupted) {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    const Surroundings surroundings;
    Program program({"edit", "--no-open", "--json"});
    const std::string text = address_of(program);
    EXPECT_THAT(text, MatchesRegex("http://127\\.0\\.0\\.1:[0-9]+/\\?token=[0-9a-f]{32}"));
    const client::Address address(text);
    const std::string cookie = fetch_cookie(address);
    const client::HttpReply page =
        client::get(address.port, "/", {"Host: " + address.host(), "Cookie: " + cookie});
    EXPECT_EQ(page.status, 200);
    program.send_signal(signal);
    const ProgramResult result = program.wait();
    EXPECT_EQ(result.exit_code, 0);
    EXPECT_THAT(result.errors, HasSubstr("your work is kept"));
  }
}

TEST(EditCommand, ShowsTheWelcomePageWithEveryScene) {
  const Surroundings surroundings;
  Program program({"edit", "--no-open", "--json"});
  {
    client::WebSocket tab{client::Address(address_of(program))};
    tab.send_text(R"({"type": "hello", "protocol": 1})");
    const Json welcome = await(tab, "welcome");
    EXPECT_EQ(welcome["scenes"].size(), 8u);
    program.interrupt();
    EXPECT_EQ(await(tab, "bye")["type"], "bye");
    EXPECT_EQ(tab.receive_close().close_code, 1001);
  }
  EXPECT_EQ(program.wait().exit_code, 0);
}

TEST(EditCommand, OpensAFile) {
  const Surroundings surroundings;
  const TemporaryFolder folder;
  Program program({"edit", folder.put("beam.json", still_beam).string(), "--no-open", "--json"});
  {
    client::WebSocket tab{client::Address(address_of(program))};
    tab.send_text(R"({"type": "hello", "protocol": 1})");
    const Json opened = await(tab, "opened");
    EXPECT_EQ(opened["name"], "beam");
    EXPECT_EQ(opened["vertices"], 1019);
  }
  program.interrupt();
  EXPECT_EQ(program.wait().exit_code, 0);
}

TEST(EditCommand, HandsTheAddressToTheBrowser) {
  const Surroundings surroundings;
  const std::filesystem::path seen = surroundings.folder() / "seen";
  const std::filesystem::path browser = surroundings.folder().put(
      "browser", "#!/bin/sh\necho \"$1\" >\"" + seen.string() + ".part\"\nmv \"" + seen.string() +
                     ".part\" \"" + seen.string() + "\"\n");
  std::filesystem::permissions(browser, std::filesystem::perms::owner_all);
  setenv("BROWSER", browser.c_str(), 1);
  Program program({"edit", "--json"});
  const std::string address = address_of(program);
  while (!std::filesystem::exists(seen)) std::this_thread::yield();
  // The same place with a token of its own: arguments of programs can be read by others, and this
  // one is worth nothing once the browser has used it.
  const std::string handed = bytes_of(seen);
  const auto before_token = [](const std::string& text) {
    return text.substr(0, text.find("token="));
  };
  EXPECT_EQ(before_token(handed), before_token(address));
  EXPECT_NE(handed, address + "\n");
  program.interrupt();
  EXPECT_EQ(program.wait().exit_code, 0);
}

// A signal may come before the program waits for one, and to any thread.
TEST(EditCommand, EndsAtTheFirstSignalHoweverEarlyItComes) {
  for (int i = 0; i < 50; ++i) {
    const Surroundings surroundings;
    Program program({"edit", "--no-open", "--json"});
    address_of(program);
    program.interrupt();
    ASSERT_EQ(program.wait().exit_code, 0);
  }
}

TEST(EditCommand, SaysSoWhereNoBrowserCanBeOpened) {
  const Surroundings surroundings;
  Program program({"edit", "--json"});
  address_of(program);
  program.interrupt();
  EXPECT_THAT(program.wait().errors, HasSubstr("no display"));
}

TEST(EditCommand, WhatCannotBeOpenedIsToldBeforeAnythingStarts) {
  const Surroundings surroundings;
  const ProgramResult file = run_retake({"edit", "gone/away.json", "--no-open"});
  EXPECT_EQ(file.exit_code, 1);
  EXPECT_THAT(file.errors, HasSubstr("gone/away.json"));
  const ProgramResult scene = run_retake({"demo", "brigde", "--no-open"});
  EXPECT_EQ(scene.exit_code, 1);
  EXPECT_THAT(scene.errors, AllOf(HasSubstr("brigde"), HasSubstr("'bridge'")));
  EXPECT_EQ(run_retake({"demo", "--port", "70000", "--no-open"}).exit_code, 2);
}

TEST(EditCommand, APortThatIsTakenIsNamed) {
  const Surroundings surroundings;
  Program first({"edit", "--no-open", "--json"});
  const std::string port = std::to_string(client::Address(address_of(first)).port);
  const ProgramResult second = run_retake({"edit", "--no-open", "--port", port});
  EXPECT_EQ(second.exit_code, 1);
  EXPECT_THAT(second.errors, HasSubstr(port));
  first.interrupt();
  EXPECT_EQ(first.wait().exit_code, 0);
}

}  // namespace retake
