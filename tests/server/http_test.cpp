// HTTP as it goes over the wire: what is wrong is refused, and nobody can hold the door shut.
#include <fstream>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "retake/numerics/errors.h"
#include "server/serving.h"

namespace retake::net {

namespace {

using client::Connection;
using client::get;
using client::Headers;
using client::HttpReply;
using client::request_text;
using testing::HasSubstr;
using testing::StartsWith;

// What the server says to these bytes before it hangs up.
std::string answer_to(const Serving& serving, const std::string& bytes) {
  Connection connection(serving.address().port);
  connection.send(bytes);
  return connection.receive_all();
}

}  // namespace

TEST(Http, OnlyTheTokenOpensThePage) {
  Serving serving;
  const client::Address address = serving.address();
  const std::string cookie = fetch_cookie(address);
  EXPECT_THAT(cookie, StartsWith("retake_" + std::to_string(address.port) + "="));
  const Headers headers = {"Host: " + address.host(), "Cookie: " + cookie};
  const HttpReply page = get(address.port, "/", headers);
  EXPECT_EQ(page.status, 200);
  EXPECT_THAT(page.body, HasSubstr("<title>"));
  EXPECT_EQ(page.header("content-type"), "text/html; charset=utf-8");
  EXPECT_EQ(page.header("x-content-type-options"), "nosniff");
  EXPECT_EQ(get(address.port, "/", {"Host: " + address.host()}).status, 403);
  EXPECT_EQ(get(address.port, "/?token=0", {"Host: " + address.host()}).status, 403);
}

TEST(Http, TwoProgramsDoNotTakeEachOthersCookies) {
  Serving one, other;
  const std::string cookie = fetch_cookie(one.address());
  const std::string value = cookie.substr(cookie.find('='));
  const client::Address address = other.address();
  for (const std::string& given : {cookie, "retake_" + std::to_string(address.port) + value}) {
    EXPECT_EQ(get(address.port, "/", {"Host: " + address.host(), "Cookie: " + given}).status, 403);
  }
}

TEST(Http, AHeaderThatComesTwiceCountsForNone) {
  Serving serving;
  const client::Address address = serving.address();
  const std::string cookie = "Cookie: " + fetch_cookie(address), host = "Host: " + address.host();
  EXPECT_EQ(get(address.port, "/", {host, "Host: evil.example", cookie}).status, 421);
  EXPECT_EQ(get(address.port, "/", {host, cookie, cookie}).status, 403);
  EXPECT_EQ(get(address.port, "/", {cookie}).status, 421);
}

TEST(Http, OneConnectionServesManyRequests) {
  Serving serving;
  const client::Address address = serving.address();
  const Headers headers = {"Host: " + address.host(), "Cookie: " + fetch_cookie(address)};
  Connection connection(address.port);
  // All at once: the server must answer in order.
  connection.send(request_text("GET", "/", headers) + request_text("GET", "/gone", headers) +
                  request_text("HEAD", "/", headers));
  std::string rest;
  EXPECT_EQ(read_reply(connection, rest).status, 200);
  EXPECT_EQ(read_reply(connection, rest).status, 404);
}

TEST(Http, WhatIsNoHttpIsRefusedAndHungUpOn) {
  Serving serving;
  EXPECT_THAT(answer_to(serving, "hello\r\n\r\n"), StartsWith("HTTP/1.1 400"));
  EXPECT_THAT(answer_to(serving, std::string("\x16\x03\x01\x02\x00\x01\r\n\r\n", 10)),
              StartsWith("HTTP/1.1 400"));
  EXPECT_THAT(answer_to(serving, "GET / HTTP/1.1\r\nHost 127.0.0.1\r\n\r\n"),
              StartsWith("HTTP/1.1 400"));
}

TEST(Http, HeadersThatAreTooLongAreRefused) {
  Serving serving;
  const Headers headers = {"Host: " + serving.address().host(), "X: " + std::string(9000, 'x')};
  EXPECT_THAT(answer_to(serving, request_text("GET", "/", headers)), StartsWith("HTTP/1.1 431"));
  EXPECT_THAT(answer_to(serving, "GET /" + std::string(9000, 'x')), StartsWith("HTTP/1.1 431"));
}

TEST(Http, ABodyIsNeitherReadNorTakenForTheNextRequest) {
  Serving serving;
  const client::Address address = serving.address();
  const Headers headers = {"Host: " + address.host(), "Cookie: " + fetch_cookie(address),
                           "Content-Length: 1000000000"};
  const std::string smuggled = request_text("GET", "/", headers);
  const std::string reply = answer_to(serving, request_text("POST", "/", headers) + smuggled);
  EXPECT_THAT(reply, StartsWith("HTTP/1.1 405"));
  EXPECT_EQ(reply.find("HTTP/1.1", 1), std::string::npos);
}

TEST(Http, WhoeverIsSlowWithARequestIsHungUpOn) {
  Serving serving({.request_time = Limits::Seconds(0.2)});
  Connection silent(serving.address().port), slow(serving.address().port);
  slow.send("GET / HT");
  EXPECT_EQ(silent.receive_all(), "");
  EXPECT_EQ(slow.receive_all(), "");
}

TEST(Http, HalfOpenConnectionsDoNotKeepOthersOutForLong) {
  Serving serving({.connections = 4, .request_time = Limits::Seconds(0.3)});
  const client::Address address = serving.address();
  {
    std::vector<Connection> held;
    for (int i = 0; i < 4; ++i) held.emplace_back(address.port);
    for (Connection& connection : held) connection.send("GET /");
    Connection fifth(address.port);
    fifth.send(request_text("GET", "/", {"Host: " + address.host()}));
    EXPECT_EQ(fifth.receive_all(), "");
    for (Connection& connection : held) EXPECT_EQ(connection.receive_all(), "");
  }
  EXPECT_EQ(get(address.port, "/", {"Host: " + address.host()}).status, 403);
}

TEST(Http, ListensOnThePortThatIsAskedForAndOnLoopbackOnly) {
  Serving serving;
  const Host nobody;
  try {
    const Server second({.port = serving.server().port()}, nobody);
    FAIL() << "two servers on one port";
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr(std::to_string(serving.server().port())));
  }
  EXPECT_THROW(Server({.port = 70000}, nobody), InputError);
  // 0100007F is 127.0.0.1 as the kernel writes it; a server for all would show 00000000.
  std::ifstream table("/proc/net/tcp");
  const std::string sockets(std::istreambuf_iterator<char>(table), {});
  char port[8];
  std::snprintf(port, sizeof port, ":%04X", static_cast<unsigned>(serving.server().port()));
  EXPECT_THAT(sockets, HasSubstr(std::string("0100007F") + port + " 00000000:0000 0A"));
}

}  // namespace retake::net
