#include "tools/inspect/serve.hpp"

#include <httplib.h>

#include <algorithm>
#include <cerrno>
#include <mutex>
#include <nlohmann/json.hpp>

#include "lib/core/error.hpp"
#include "lib/text/unicode.hpp"
#include "tools/inspect/report.hpp"
#include "tools/language/tr.hpp"

namespace heed {

const char* serve_page();  // from tools/inspect/serve.html

namespace {

using Json = nlohmann::json;

void answer(httplib::Response& response, int status, const Json& json) {
  response.status = status;
  response.set_content(json.dump(-1, ' ', false, Json::error_handler_t::replace),
                       "application/json; charset=utf-8");
}

void refuse(httplib::Response& response, int status, const std::string& why) {
  answer(response, status, {{"error", why}});
}

Json about(const ServedModel& model) {
  const Translator& translator = std::get<Translator>(model.translator);
  return {{"from", translator.source().name},
          {"to", translator.target().name},
          {"note", model.note},
          {"lang", language_name(spoken_language())}};
}

/// Throws Error that says what is wrong with the request.
Json translation(const ServedModel& model, const std::string& request) {
  constexpr std::ptrdiff_t most_characters = 1000;
  constexpr std::int64_t widest_beam = 10;
  constexpr std::int64_t most_weights = 500'000;  // that a browser can draw
  const Json json = Json::parse(request, nullptr, false);
  if (!json.is_object()) throw_error<UsageError>(tr_noop(R"(send a JSON object in UTF-8: {{"text": "…"}})"));
  if (!json.contains("text") || !json["text"].is_string())
    throw_error<UsageError>(tr_noop(R"("text" must be a text)"));
  const std::string text = json["text"];
  // JSON has checked that it is UTF-8: what does not go on a character begins one.
  const auto characters = std::ranges::count_if(text, [](char c) { return (c & 0xC0) != 0x80; });
  if (characters > most_characters)
    throw_error<UsageError>(tr_noop("the text has {} characters: at most {}"), characters, most_characters);
  const Json beam = json.value("beam", Json(4));
  if (!beam.is_number_integer() || beam < 1 || beam > widest_beam)
    throw_error<UsageError>(tr_noop(R"("beam" must be a whole number from 1 to {})"), widest_beam);
  if (split_whitespace(text).empty()) return reading_json(model.translator, {});
  ReadOptions options{.beam = beam, .paths = beam, .usual = model.usual};
  for (const TracedAttention& a : attentions_of(module_of(model.translator)))
    if (a.cross) options.points.push_back(a.name + ".pattern");
  Reading reading = read_traced(model.translator, text, options);
  std::int64_t weights = 0;
  for (const auto& [name, pattern] : reading.values) weights += pattern.size();
  if (weights > most_weights) {
    reading.values.clear();
    reading.remarks += tr("  (too long to show where the model looked)");
  }
  return reading_json(model.translator, reading);
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

void serve(const ServedModel& model, int port,
           const std::function<void(int port, const std::function<void()>& stop)>& listening) {
  httplib::Server server;
  set_limits(server);
  set_refusals(server);
  server.Get("/", [](const httplib::Request&, httplib::Response& response) {
    response.set_content(serve_page(), "text/html; charset=utf-8");
  });
  server.Get("/model", [&](const httplib::Request&, httplib::Response& response) {
    answer(response, 200, about(model));
  });
  std::mutex one_at_a_time;
  server.Post("/translate", [&](const httplib::Request& request, httplib::Response& response) {
    try {
      const std::lock_guard only(one_at_a_time);
      answer(response, 200, translation(model, request.body));
    } catch (const Error& problem) {
      refuse(response, 400, localized(problem));
    }
  });
  listening(bound_port(server, port), [&server] { server.stop(); });
  server.listen_after_bind();
}

}  // namespace heed
