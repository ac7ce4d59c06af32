#include "apps/server/net/site.h"

#include <algorithm>

#include <fmt/core.h>

#include "apps/server/net/secret.h"
#include "apps/server/net/uploads.h"

namespace retake::net {

namespace {

// Nothing comes from elsewhere, nothing is written into the page itself, nobody frames it. In
// Chromium 'self' includes the WebSocket of the same host and port.
constexpr const char* content_policy =
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
    "worker-src 'self'; img-src 'self' blob: data:; font-src 'self'; manifest-src 'self'; "
    "frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

Reply reply(int status, std::string type) {
  return {.status = status,
          .headers = {{"Content-Type", std::move(type)},
                      {"Content-Security-Policy", content_policy},
                      {"X-Content-Type-Options", "nosniff"},
                      {"Referrer-Policy", "no-referrer"},
                      {"Cross-Origin-Opener-Policy", "same-origin"},
                      {"Cross-Origin-Resource-Policy", "same-origin"}},
          .body = {}};
}

// Calls `use(item)` for the items between separators, without the blanks around them, until it says
// that it has what it wants.
template <class Use>
bool any_item(std::string_view list, char separator, const Use& use) {
  while (!list.empty()) {
    std::string_view item = list.substr(0, list.find(separator));
    list.remove_prefix(std::min(item.size() + 1, list.size()));
    while (item.starts_with(' ')) item.remove_prefix(1);
    while (item.ends_with(' ')) item.remove_suffix(1);
    if (use(item)) return true;
  }
  return false;
}

bool accepts_gzip(std::string_view header) {
  return any_item(header, ',', [](std::string_view coding) {
    return coding == "gzip" || (coding.starts_with("gzip;") && !coding.ends_with("q=0"));
  });
}

bool names_etag(std::string_view header, std::string_view etag) {
  return any_item(header, ',', [&](std::string_view item) {
    if (item.starts_with("W/")) item.remove_prefix(2);
    return item == etag;
  });
}

}  // namespace

bool is_upload(const Request& request) {
  return request.method == "POST" && request.target.starts_with(upload_path);
}

Reply refusal(int status, std::string words) {
  Reply result = reply(status, "text/plain; charset=utf-8");
  result.headers.emplace_back("Cache-Control", "no-store");
  result.body = std::move(words) + "\n";
  return result;
}

Site::Site(SiteOptions options) : options_(std::move(options)) {}

std::string Site::address_with(std::string_view token) const {
  return fmt::format("http://127.0.0.1:{}/?token={}", options_.port, token);
}

// A page elsewhere can give its own name our address (DNS rebinding); the browser then still says
// that name here.
bool Site::is_our_host(std::string_view host) const {
  return host == fmt::format("127.0.0.1:{}", options_.port) ||
         host == fmt::format("localhost:{}", options_.port);
}

bool Site::has_cookie(std::string_view header) const {
  const std::string begin = cookie_name() + "=";
  return any_item(header, ';', [&](std::string_view item) {
    return item.starts_with(begin) && same_secret(item.substr(begin.size()), options_.cookie);
  });
}

std::optional<Reply> Site::refuse(const Request& request, std::string_view method) const {
  if (!is_our_host(request.host)) {
    return refusal(421, "This program answers to 127.0.0.1 and localhost with its port only.");
  }
  if (request.method != method) {
    Reply result = refusal(405, fmt::format("Only {} is understood here.", method));
    result.headers.emplace_back("Allow", method);
    return result;
  }
  return std::nullopt;
}

Reply Site::answer(const Request& request) {
  if (auto refused = refuse(request)) return *refused;
  const std::size_t mark = request.target.find('?');
  const std::string_view path = request.target.substr(0, mark);
  constexpr std::string_view token_query = "?token=";
  if (path == "/" && mark != std::string_view::npos &&
      request.target.substr(mark).starts_with(token_query)) {
    return exchange(request.target.substr(mark + token_query.size()));
  }
  if (!has_cookie(request.cookie)) {
    return refusal(403,
                   "Retake does not know this browser yet. Copy the whole address that the program "
                   "printed, with its token, into the address bar.");
  }
  if (path == socket_path) return refusal(426, "This is the address of a WebSocket.");
  return file(request, path);
}

// Whether it is the browser's token, which is good for nothing from now on.
bool Site::spends(std::string_view token) {
  if (browser_token_is_spent_ || !same_secret(token, options_.browser_token)) return false;
  browser_token_is_spent_ = true;
  return true;
}

// A page that goes on by itself, not a redirect: for the request after a redirect the browser holds
// back the cookie where the first one came from another site or program.
Reply Site::exchange(std::string_view token) {
  if (!same_secret(token, options_.token) && !spends(token)) {
    return refusal(403,
                   "This token is not that of the running program, or was used before. Each start "
                   "has a new one: copy the address that it printed.");
  }
  Reply result = reply(200, "text/html; charset=utf-8");
  result.headers.emplace_back("Cache-Control", "no-store");
  result.headers.emplace_back("Set-Cookie", fmt::format("{}={}; HttpOnly; SameSite=Strict; Path=/",
                                                        cookie_name(), options_.cookie));
  result.body =  // with the page's icon: the browser would look for one of its own, and complain
      "<!doctype html><title>Retake</title><link rel=\"icon\" href=\"/icon.svg\">"
      "<meta http-equiv=\"refresh\" content=\"0; url=/\">\n";
  return result;
}

Reply Site::file(const Request& request, std::string_view path) const {
  const Asset* asset = options_.assets.find(path);
  if (asset == nullptr) return refusal(404, "There is no such file.");
  Reply result = reply(200, std::string(asset->type));
  result.headers.emplace_back("ETag", asset->etag);
  result.headers.emplace_back("Vary", "Accept-Encoding");
  result.headers.emplace_back("Cache-Control", asset->is_immutable
                                                   ? "private, max-age=31536000, immutable"
                                                   : "private, no-cache");
  if (names_etag(request.if_none_match, asset->etag)) {
    result.status = 304;
  } else if (asset->is_gzip && accepts_gzip(request.accept_encoding)) {
    result.headers.emplace_back("Content-Encoding", "gzip");
    result.body = asset->data;
  } else {
    result.body = asset->plain();
  }
  return result;
}

std::optional<Reply> Site::refuse_tab(const Request& request) const {
  if (auto refused = refuse(request)) return refused;
  if (request.target != socket_path) return refusal(404, "There is no WebSocket here.");
  return refuse_stranger(request);
}

std::optional<Reply> Site::refuse_upload(const Request& request) const {
  if (auto refused = refuse(request, "POST")) return refused;
  return refuse_stranger(request);
}

std::optional<Reply> Site::refuse_stranger(const Request& request) const {
  if (request.origin != fmt::format("http://{}", request.host)) {
    return refusal(403, "Only pages that this program served may connect.");
  }
  if (!has_cookie(request.cookie)) return refusal(403, "The cookie is missing or old.");
  return std::nullopt;
}

}  // namespace retake::net
