// A page on this machine alone: translations by a saved model, over HTTP.
#pragma once

#include <cstdint>
#include <functional>

#include "tools/serve/translation_api.hpp"

namespace heed {

struct ServerOptions {
  int port = 8080;    // 0: one that is free
  double rate = 200;  // translations a second at most: more wait for their turn
};

/// Answers on 127.0.0.1 until `ends` says so: GET / (the page), GET /model, POST /translate. `listening` is
/// told the port. Refused, with a status and a reason: what names another host (a page of the web that has
/// this address for its own name), what comes from another page (its Origin), POST without `Content-Type:
/// application/json` (what other pages can send), more than 16 KB or of unknown length, other paths. Eight
/// requests are answered at a time, others wait; a connection has one request, with no pause of more than two
/// seconds in it. Throws Error where the port cannot be had, and UsageError for a build without cpp-httplib.
void serve(const TranslationApi& api, const ServerOptions& options,
           const std::function<void(int port)>& listening, const std::function<bool()>& ends);

}  // namespace heed
