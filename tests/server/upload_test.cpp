// Files that a page brings: let in like tabs, bounded, whole or not at all.
#include <fstream>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "server/serving.h"
#include "temporary_folder.h"

namespace retake::net {

namespace {

namespace fs = std::filesystem;
using client::Connection;
using client::Headers;
using client::request_text;
using testing::IsEmpty;

const std::string drop = "0123456789abcdef0123456789abcdef";
const std::string cube = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";

// A server that takes meshes of at most a kilobyte.
class Taking {
 public:
  Taking()
      : serving_({},
                 {.folder = folder_ / "here", .endings = {".obj", ".pc2"}, .file_bytes = 1024}) {}

  client::Address address() { return serving_.address(); }
  Headers headers(const std::string& cookie) {
    return {"Host: " + address().host(), "Origin: http://" + address().host(), "Cookie: " + cookie};
  }
  Headers headers() { return headers(fetch_cookie(address())); }

  client::HttpReply post(const std::string& target, const std::string& body, Headers headers) {
    headers.push_back("Content-Length: " + std::to_string(body.size()));
    Connection connection(address().port);
    connection.send(request_text("POST", target, headers) + body);
    std::string rest;
    return read_reply(connection, rest);
  }
  int status(const std::string& target, const std::string& body = cube) {
    return post(target, body, headers()).status;
  }

  // Names of all that lies there, in order.
  std::vector<std::string> files() const {
    std::vector<std::string> names;
    std::error_code none;
    for (const auto& entry : fs::recursive_directory_iterator(folder_ / "here", none)) {
      if (entry.is_regular_file()) names.push_back(entry.path().filename().string());
    }
    std::sort(names.begin(), names.end());
    return names;
  }
  fs::path file(const std::string& name) const { return folder_ / "here" / drop / name; }

 private:
  TemporaryFolder folder_;
  Serving serving_;
};

std::string content_of(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace

TEST(Upload, AFileArrivesWholeUnderItsName) {
  Taking taking;
  EXPECT_EQ(taking.status("/upload/" + drop + "/my%20b%C3%B6dy.OBJ"), 201);
  EXPECT_EQ(content_of(taking.file("my b\u00f6dy.OBJ")), cube);
  EXPECT_EQ(taking.status("/upload/" + drop + "/cache.pc2", std::string(1024, 'x')), 201);
  EXPECT_EQ(fs::file_size(taking.file("cache.pc2")), 1024u);
}

TEST(Upload, OnlyThisProgramsPagesMayBringFiles) {
  Taking taking, other;
  const std::string target = "/upload/" + drop + "/a.obj";
  const Headers good = taking.headers();
  const auto with = [&](std::size_t which, const std::string& header) {
    Headers headers = good;
    headers[which] = header;
    return taking.post(target, cube, headers).status;
  };
  EXPECT_EQ(with(0, "Host: evil.example"), 421);
  EXPECT_EQ(with(1, "Origin: http://evil.example"), 403);
  EXPECT_EQ(with(1, "X-Origin: none"), 403);
  EXPECT_EQ(with(2, "Cookie: " + fetch_cookie(other.address())), 403);
  EXPECT_EQ(with(2, "X-Cookie: none"), 403);
  EXPECT_EQ(client::get(taking.address().port, target, good).status, 404);
  EXPECT_THAT(taking.files(), IsEmpty());
}

TEST(Upload, WhatIsTooLargeOrDoesNotSayItsSizeIsRefusedBeforeItComes) {
  Taking taking;
  const std::string target = "/upload/" + drop + "/a.obj";
  EXPECT_EQ(taking.status(target, std::string(1025, 'x')), 413);
  Headers huge = taking.headers();
  huge.push_back("Content-Length: 9000000000000000000");
  Connection connection(taking.address().port);
  connection.send(request_text("POST", target, huge));
  std::string rest;
  EXPECT_EQ(read_reply(connection, rest).status, 413);
  Headers chunked = taking.headers();
  chunked.push_back("Transfer-Encoding: chunked");
  Connection other(taking.address().port);
  other.send(request_text("POST", target, chunked) + "5\r\nv 0 0\r\n0\r\n\r\n");
  EXPECT_EQ(read_reply(other, rest).status, 411);
  EXPECT_THAT(taking.files(), IsEmpty());
}

TEST(Upload, NamesThatLeadElsewhereAndFilesOfOtherKindsAreRefused) {
  Taking taking;
  const std::string here = "/upload/" + drop + "/";
  for (const char* name : {"..%2Fa.obj", "a%2Fb.obj", "..%5Ca.obj", "a%00.obj", "a%0A.obj", "",
                           ".obj", "%zz.obj", "a.ob%6", "x/y.obj"}) {
    EXPECT_EQ(taking.status(here + name), 400) << name;
  }
  EXPECT_EQ(taking.status(here + std::string(300, 'x') + ".obj"), 400);
  EXPECT_EQ(taking.status("/upload/../a.obj"), 400);
  EXPECT_EQ(taking.status("/upload/" + drop + "0/a.obj"), 400);
  EXPECT_EQ(taking.status(here + "a.exe"), 415);
  EXPECT_EQ(taking.status(here + "obj"), 415);
  EXPECT_THAT(taking.files(), IsEmpty());
}

TEST(Upload, AFileThatIsThereIsNotReplaced) {
  Taking taking;
  EXPECT_EQ(taking.status("/upload/" + drop + "/a.obj"), 201);
  EXPECT_EQ(taking.status("/upload/" + drop + "/a.obj", "v 9 9 9\n"), 409);
  EXPECT_EQ(content_of(taking.file("a.obj")), cube);
}

TEST(Upload, WhoBreaksOffLeavesNothing) {
  Taking taking;
  {
    Headers headers = taking.headers();
    headers.push_back("Content-Length: 1000");
    Connection connection(taking.address().port);
    connection.send(request_text("POST", "/upload/" + drop + "/a.obj", headers) + cube);
    while (taking.files().empty()) std::this_thread::yield();
    EXPECT_EQ(taking.files(), std::vector<std::string>{"a.obj.part"});
  }
  while (!taking.files().empty()) std::this_thread::yield();
  EXPECT_EQ(taking.status("/upload/" + drop + "/a.obj"), 201);
}

TEST(Upload, AServerWithoutAFolderTakesNone) {
  Serving serving;
  const client::Address address = serving.address();
  Connection connection(address.port);
  connection.send(request_text("POST", "/upload/" + drop + "/a.obj",
                               {"Host: " + address.host(), "Origin: http://" + address.host(),
                                "Cookie: " + fetch_cookie(address), "Content-Length: 0"}));
  std::string rest;
  EXPECT_EQ(read_reply(connection, rest).status, 404);
}

}  // namespace retake::net
