#pragma once
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/parser.hpp>
#include <filesystem>

#include "apps/server/net/tab.h"

namespace retake::net {

using RequestParser = boost::beast::http::request_parser<boost::beast::http::empty_body>;

// Reads the body of a request that was let in into a file. `buffer` holds what came after its
// header.
void receive_upload(Shared& shared, TcpStream stream, boost::beast::flat_buffer buffer,
                    RequestParser&& parser, const std::filesystem::path& file);

}  // namespace retake::net
