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

/// Says why a request is refused before its body is read; "" if it is not.
std::string refusal_of(const httplib::Request& request) {
  const std::string named = request.get_header_value("Host"), host = named.substr(0, named.rfind(':'));
  if (host != "127.0.0.1" && host != "localhost") return tr("this server is for 127.0.0.1 alone");
  // A browser says which page asks ("null" is one of a file).
  if (request.has_header("Origin") && request.get_header_value("Origin") != "http://" + named)
    return tr("this server answers its own page alone");
  if (request.method == "GET" || request.method == "HEAD") return "";
  // cpp-httplib bounds a body by its Content-Length alone
  if (!request.has_header("Content-Length") || request.has_header("Transfer-Encoding") ||
      request.has_header("Content-Encoding"))
    return tr("send POST with Content-Length, not packed");
  if (!request.get_header_value("Content-Type").starts_with("application/json"))
    return tr("send application/json");
  return "";
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
    const std::string why = refusal_of(request);
    if (why.empty()) return httplib::Server::HandlerResponse::Unhandled;
    refuse(response, 403, why);
    return httplib::Server::HandlerResponse::Handled;
  });
  server.set_error_handler([](const httplib::Request&, httplib::Response& response) {
    if (response.body.empty()) refuse(response, response.status, tr("no request that this server knows"));
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
    const ApiAnswer said = api.translate(request.body);
    answer(response, said.status, said.json);
  });
  listening(bound_port(server, port), [&server] { server.stop(); });
  server.listen_after_bind();
}

}  // namespace heed
