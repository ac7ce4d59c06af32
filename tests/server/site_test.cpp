// Who may see what, without a socket.
#include "apps/server/net/site.h"

#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "apps/server/net/secret.h"
#include "retake/numerics/errors.h"
#include "temporary_folder.h"

namespace retake::net {

namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

const std::string token(32, 'a'), cookie(32, 'b');
const std::string good_cookie = "other=1; retake_4000=" + cookie;

Site make_site(Assets assets = Assets::built_in()) {
  return Site({.port = 4000, .token = token, .cookie = cookie, .assets = std::move(assets)});
}

Request ask(std::string_view target) {
  return {.method = "GET",
          .target = target,
          .host = "127.0.0.1:4000",
          .origin = "http://127.0.0.1:4000",
          .cookie = good_cookie};
}

std::string header(const Reply& reply, std::string_view name) {
  for (const auto& [key, value] : reply.headers)
    if (key == name) return value;
  return "";
}

int status(const Request& request) { return make_site().answer(request).status; }

}  // namespace

TEST(Site, ExchangesTheTokenForACookieThatScriptsAndOtherSitesDoNotGet) {
  const std::string target = "/?token=" + token;
  Request request = ask(target);
  request.cookie = "";
  const Reply reply = make_site().answer(request);
  EXPECT_THAT(reply.body, HasSubstr("rel=\"icon\" href=\"/icon.svg\""));
  EXPECT_EQ(status(ask("/icon.svg")), 200);  // else the browser asks for one that is not there
  // No redirect: the browser would hold the cookie back where another site or program led here.
  EXPECT_EQ(reply.status, 200);
  EXPECT_THAT(reply.body, HasSubstr("content=\"0; url=/\""));
  EXPECT_THAT(reply.body, Not(HasSubstr(token)));
  EXPECT_EQ(header(reply, "Set-Cookie"),
            "retake_4000=" + cookie + "; HttpOnly; SameSite=Strict; Path=/");
}

TEST(Site, TheTokenForTheBrowserWorksOnce) {
  const std::string browser(32, 'd'), target = "/?token=" + browser;
  Site site({.port = 4000, .token = token, .cookie = cookie, .browser_token = browser});
  EXPECT_EQ(site.browser_address(), "http://127.0.0.1:4000" + target);
  Request request = ask(target);
  request.cookie = "";
  Request elsewhere = request;
  elsewhere.host = "evil.example:4000";
  EXPECT_EQ(site.answer(elsewhere).status, 421);
  EXPECT_EQ(site.answer(request).status, 200);
  const Reply second = site.answer(request);
  EXPECT_EQ(second.status, 403);
  EXPECT_EQ(header(second, "Set-Cookie"), "");
  const std::string printed = "/?token=" + token;
  request.target = printed;
  EXPECT_EQ(site.answer(request).status, 200);
  EXPECT_EQ(site.answer(request).status, 200);
}

TEST(Site, RefusesAWrongOrMissingToken) {
  for (const std::string& wrong :
       {std::string(), std::string(32, 'c'), token.substr(1), token + "a", cookie}) {
    const std::string target = "/?token=" + wrong;
    Request request = ask(target);
    request.cookie = "";
    const Reply reply = make_site().answer(request);
    EXPECT_EQ(reply.status, 403) << wrong;
    EXPECT_EQ(header(reply, "Set-Cookie"), "");
    EXPECT_THAT(reply.body, HasSubstr("address"));
  }
}

TEST(Site, NothingIsServedWithoutTheCookieOfThisPort) {
  for (const std::string& given :
       {std::string(), "retake_4001=" + cookie, "retake_4000=" + token,
        "retake_4000=" + cookie.substr(1), "xretake_4000=" + cookie, std::string("retake_4000")}) {
    for (const char* path : {"/", "/index.html", "/gone.js"}) {
      Request request = ask(path);
      request.cookie = given;
      EXPECT_EQ(status(request), 403) << given << " " << path;
    }
  }
  EXPECT_EQ(status(ask("/")), 200);
}

TEST(Site, AnswersToItsOwnNamesOnly) {
  for (const char* host : {"", "127.0.0.1", "127.0.0.1:4001", "localhost", "evil.example:4000",
                           "127.0.0.1:4000.evil.example", "LOCALHOST:4000", "[::1]:4000"}) {
    Request request = ask("/");
    request.host = host;
    EXPECT_EQ(status(request), 421) << host;
    EXPECT_EQ(make_site().refuse_tab(request)->status, 421) << host;
  }
  Request request = ask("/");
  request.host = "localhost:4000";
  EXPECT_EQ(status(request), 200);
}

TEST(Site, UnderstandsOnlyGet) {
  for (const char* method : {"POST", "PUT", "DELETE", "HEAD", "OPTIONS", "PATCH", "TRACE", "get"}) {
    Request request = ask("/");
    request.method = method;
    const Reply reply = make_site().answer(request);
    EXPECT_EQ(reply.status, 405) << method;
    EXPECT_EQ(header(reply, "Allow"), "GET");
  }
}

TEST(Site, NoPathLeadsOutOfThePage) {
  for (const char* path :
       {"/../etc/passwd", "/..%2fetc/passwd", "/%2e%2e/etc/passwd", "//etc/passwd", "/./index.html",
        "/index.html/", "/index.html%00", "index.html", "*", "", "http://127.0.0.1:4000/"}) {
    EXPECT_EQ(status(ask(path)), 404) << path;
  }
  EXPECT_EQ(status(ask("/index.html?whatever=../..")), 200);
}

TEST(Site, EveryReplyCarriesTheStrictHeadersAndNoCors) {
  Request stranger = ask("/");
  stranger.cookie = "";
  for (const Reply& reply : {make_site().answer(ask("/")), make_site().answer(ask("/gone")),
                             make_site().answer(stranger)}) {
    const std::string policy = header(reply, "Content-Security-Policy");
    EXPECT_THAT(policy, AllOf(HasSubstr("default-src 'none'"), HasSubstr("script-src 'self'"),
                              HasSubstr("frame-ancestors 'none'"), Not(HasSubstr("unsafe"))));
    EXPECT_EQ(header(reply, "X-Content-Type-Options"), "nosniff");
    EXPECT_EQ(header(reply, "Referrer-Policy"), "no-referrer");
    EXPECT_EQ(header(reply, "Cross-Origin-Opener-Policy"), "same-origin");
    EXPECT_EQ(header(reply, "Cross-Origin-Resource-Policy"), "same-origin");
    for (const auto& [name, value] : reply.headers) EXPECT_THAT(name, Not(HasSubstr("Allow-")));
  }
}

TEST(Site, LetsInOnlyTabsOfItsOwnPages) {
  EXPECT_FALSE(make_site().refuse_tab(ask("/socket")));
  for (const char* origin : {"", "null", "https://127.0.0.1:4000", "http://127.0.0.1:4001",
                             "http://localhost:4000", "http://evil.example"}) {
    Request request = ask("/socket");
    request.origin = origin;
    EXPECT_EQ(make_site().refuse_tab(request)->status, 403) << origin;
  }
  Request stranger = ask("/socket");
  stranger.cookie = "";
  EXPECT_EQ(make_site().refuse_tab(stranger)->status, 403);
  EXPECT_EQ(make_site().refuse_tab(ask("/other"))->status, 404);
  EXPECT_EQ(status(ask("/socket")), 426);
}

TEST(Site, CompressedAndPlainAreTheSameFile) {
  Request request = ask("/");
  const Reply plain = make_site().answer(request);
  request.accept_encoding = "br, gzip;q=0.8";
  const Reply packed = make_site().answer(request);
  EXPECT_EQ(header(plain, "Content-Encoding"), "");
  EXPECT_EQ(header(packed, "Content-Encoding"), "gzip");
  EXPECT_THAT(plain.body, HasSubstr("<!doctype html>"));
  const Asset asset{.data = packed.body, .is_gzip = true};
  EXPECT_EQ(asset.plain(), plain.body);
  request.accept_encoding = "gzip;q=0";
  EXPECT_EQ(make_site().answer(request).body, plain.body);
}

TEST(Site, WhatTheBrowserHasIsNotSentAgain) {
  Request request = ask("/");
  const std::string etag = header(make_site().answer(request), "ETag");
  const std::string list = "\"old\", W/" + etag;
  request.if_none_match = list;
  const Reply reply = make_site().answer(request);
  EXPECT_EQ(reply.status, 304);
  EXPECT_EQ(reply.body, "");
  request.if_none_match = "\"old\"";
  EXPECT_EQ(status(request), 200);
}

TEST(Site, ServesAFolderWithTypesAndCachesWhatIsNamedByContent) {
  const TemporaryFolder folder;
  std::filesystem::create_directories(folder / "assets");
  folder.put("index.html", "<!doctype html>");
  folder.put("assets/page-B7x2Pq9_.js", "export {}");
  folder.put("assets/plain.css", "a {}");
  Site site = make_site(Assets::of_folder(folder.path()));
  const Reply script = site.answer(ask("/assets/page-B7x2Pq9_.js"));
  EXPECT_EQ(script.body, "export {}");
  EXPECT_EQ(header(script, "Content-Type"), "text/javascript; charset=utf-8");
  EXPECT_THAT(header(script, "Cache-Control"), HasSubstr("immutable"));
  const Reply style = site.answer(ask("/assets/plain.css"));
  EXPECT_EQ(header(style, "Content-Type"), "text/css; charset=utf-8");
  EXPECT_THAT(header(style, "Cache-Control"), HasSubstr("no-cache"));
  EXPECT_THROW(Assets::of_folder(folder / "assets"), FileError);
}

TEST(Secret, IsLongAndDifferentEachTime) {
  const std::string one = random_secret(), other = random_secret();
  EXPECT_EQ(one.size(), 32u);
  EXPECT_EQ(one.find_first_not_of("0123456789abcdef"), std::string::npos);
  EXPECT_NE(one, other);
  EXPECT_TRUE(same_secret(one, one));
  EXPECT_FALSE(same_secret(one, other));
  EXPECT_FALSE(same_secret("", ""));
}

}  // namespace retake::net
