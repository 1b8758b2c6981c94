#include <fmt/format.h>

#include <httplib.h>

#include <cerrno>

#include "lib/core/error.hpp"
#include "tools/inspect/serve.hpp"
#include "tools/language/tr.hpp"

namespace heed {

const char* serve_page();  // from tools/inspect/serve.html

namespace {

void answer(httplib::Response& response, int status, const std::string& json) {
  response.status = status;
  response.set_content(json, "application/json; charset=utf-8");
}

void refuse(httplib::Response& response, int status, const std::string& why) {
  answer(response, status, fmt::format(R"({{"error": "{}"}})", why));
}

/// Why a request is refused before its body is read.
struct Refusal {
  int status = 0;  // 0: it is not refused
  std::string why{};
};

Refusal refusal_of(const httplib::Request& request) {
  const std::string named = request.get_header_value("Host"), host = named.substr(0, named.rfind(':'));
  if (host != "127.0.0.1" && host != "localhost") return {403, tr("this server is for 127.0.0.1 alone")};
  // A browser says which page asks ("null" is one of a file).
  if (request.has_header("Origin") && request.get_header_value("Origin") != "http://" + named)
    return {403, tr("this server answers its own page alone")};
  const bool post = request.method == "POST", translates = request.path == "/translate";
  const bool known = translates || request.path == "/" || request.path == "/model";
  if ((known && post != translates) || (!post && request.method != "GET" && request.method != "HEAD"))
    return {405, tr("GET is for / and /model, POST for /translate")};
  // cpp-httplib bounds a body by its Content-Length alone
  if (request.has_header("Transfer-Encoding") || request.has_header("Content-Encoding") ||
      (post && !request.has_header("Content-Length")))
    return {411, tr("send POST with Content-Length, not packed")};
  return {};
}

int bound_port(httplib::Server& server, int wanted) {
  constexpr const char* here = "127.0.0.1";
  errno = 0;
  const int port = wanted == 0                         ? server.bind_to_any_port(here)
                   : server.bind_to_port(here, wanted) ? wanted
                                                       : -1;
  if (port > 0) return port;
  if (errno == EADDRINUSE)
    throw_error<Error>(
        tr_noop("port {} is in use by another program: choose another with --port, or --port 0"), wanted);
  throw_error<Error>(tr_noop("port {} cannot be had: {}; choose another with --port"), wanted,
                     system_message(errno));
}

void set_limits(httplib::Server& server) {
  // More than the processors have use for: whoever sends slowly holds one.
  server.new_task_queue = [] { return new httplib::ThreadPool(64); };
  // Not SO_REUSEPORT, as the library has it: two servers would share a port, and nobody would know.
  server.set_socket_options([](socket_t socket) {
    const int yes = 1;
    setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  });
  server.set_keep_alive_max_count(1);
  server.set_read_timeout(2);
  server.set_write_timeout(5);
  server.set_payload_max_length(16 * 1024);
  server.set_default_headers(
      {{"Cache-Control", "no-store"},
       {"X-Content-Type-Options", "nosniff"},
       {"Content-Security-Policy",
        "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; "
        "connect-src 'self'; img-src data:; frame-ancestors 'none'; form-action 'none'"}});
}

void set_refusals(httplib::Server& server) {
  server.set_pre_routing_handler([](const httplib::Request& request, httplib::Response& response) {
    const Refusal refusal = refusal_of(request);
    if (refusal.status == 0) return httplib::Server::HandlerResponse::Unhandled;
    if (refusal.status == 405)
      response.set_header("Allow", request.path == "/translate" ? "POST" : "GET, HEAD");
    refuse(response, refusal.status, refusal.why);
    return httplib::Server::HandlerResponse::Handled;
  });
  server.set_error_handler([](const httplib::Request&, httplib::Response& response) {
    if (!response.body.empty()) return;
    refuse(response, response.status,
           response.status == 404   ? tr("there are /, /model and /translate")
           : response.status == 413 ? tr("at most 16 KB")
                                    : tr("no request that this server knows"));
  });
  server.set_exception_handler([](const httplib::Request&, httplib::Response& response, std::exception_ptr) {
    refuse(response, 500, tr("the model could not answer"));
  });
}

}  // namespace

void serve(const TranslationApi& api, int port,
           const std::function<void(int port, const std::function<void()>& stop)>& listening) {
  httplib::Server server;
  set_limits(server);
  set_refusals(server);
  server.Get("/", [](const httplib::Request&, httplib::Response& response) {
    response.set_content(serve_page(), "text/html; charset=utf-8");
  });
  server.Get("/model", [&](const httplib::Request&, httplib::Response& response) {
    answer(response, 200, api.about());
  });
  server.Post("/translate", [&](const httplib::Request& request, httplib::Response& response) {
    if (!request.get_header_value("Content-Type").starts_with("application/json"))
      return refuse(response, 415, tr("send application/json"));
    const ApiAnswer said = api.translate(request.body);
    answer(response, said.status, said.json);
  });
  listening(bound_port(server, port), [&server] { server.stop(); });
  server.listen_after_bind();
}

}  // namespace heed
