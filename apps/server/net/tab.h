#pragma once
#include <boost/beast/core/basic_stream.hpp>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/message.hpp>

#include "apps/server/net/peers.h"

namespace retake::net {

using TcpStream = boost::beast::basic_stream<Tcp, Executor>;
using UpgradeRequest = boost::beast::http::request<boost::beast::http::empty_body>;

// Makes a tab of a connection whose request was let in.
void serve_tab(Shared& shared, TcpStream stream, const UpgradeRequest& request);

}  // namespace retake::net
