#include "tools/serve/server.hpp"

#include <fmt/format.h>

// Connections that wait for one of the threads; with the library's five the others were reset.
#define CPPHTTPLIB_LISTEN_BACKLOG 1024
#include <httplib.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <optional>
#include <system_error>
#include <thread>

#include "lib/core/error.hpp"
#include "tools/language/tr.hpp"
#include "tools/serve/page.hpp"

namespace heed {
namespace {

/// Turns at even distances, for whoever comes.
class Turns {
 public:
  explicit Turns(double a_second)
      : distance_(std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(1 / a_second))) {}
  /// False where `ends` says so before.
  bool wait(const std::function<bool()>& ends) {
    std::unique_lock lock(mutex_);
    const Clock::time_point mine = std::max(next_, Clock::now());
    next_ = mine + distance_;
    lock.unlock();
    while (!ends() && Clock::now() < mine)
      std::this_thread::sleep_for(
          std::min<Clock::duration>(mine - Clock::now(), std::chrono::milliseconds(50)));
    return !ends();
  }

 private:
  using Clock = std::chrono::steady_clock;
  Clock::duration distance_;
  Clock::time_point next_{};
  std::mutex mutex_;
};

void answer(httplib::Response& response, int status, const std::string& json) {
  response.status = status;
  response.set_content(json, "application/json; charset=utf-8");
}

void refuse(httplib::Response& response, int status, const std::string& why) {
  answer(response, status, fmt::format(R"({{"error": "{}"}})", why));
}

bool names_this_machine(const httplib::Request& request) {
  std::string host = request.get_header_value("Host");
  if (const std::size_t colon = host.rfind(':'); colon != std::string::npos) host.resize(colon);
  return host == "127.0.0.1" || host == "localhost";
}

/// Not what this path is for; where there is none, GET and POST find that out.
bool asks_otherwise(const httplib::Request& request) {
  if (request.method == "POST") return request.path == "/" || request.path == "/model";
  return (request.method != "GET" && request.method != "HEAD") || request.path == "/translate";
}

/// What a browser says of the page that asks: no other one than ours ("null" is one of a file).
bool comes_from_elsewhere(const httplib::Request& request) {
  return request.has_header("Origin") &&
         request.get_header_value("Origin") != "http://" + request.get_header_value("Host");
}

/// Calls stop() as soon as `ends` says so. The library then waits for requests to be read to their end; one
/// that comes byte by byte could take hours, so that soon the program ends without.
class Watch {
 public:
  Watch(httplib::Server& server, const std::function<bool()>& ends)
      : thread_([&server, &ends, this] {
          std::unique_lock lock(mutex_);
          using Clock = std::chrono::steady_clock;
          constexpr std::chrono::seconds patience(3);
          std::optional<Clock::time_point> last;
          while (!over_.wait_for(lock, std::chrono::milliseconds(50), [&] { return done_; })) {
            if (!ends()) continue;
            server.stop();
            if (!last) last = Clock::now() + patience;
            if (Clock::now() < *last) continue;
            std::fflush(nullptr);
            std::_Exit(0);
          }
        }) {}
  ~Watch() {
    {
      const std::lock_guard lock(mutex_);
      done_ = true;
    }
    over_.notify_one();
    thread_.join();
  }
  Watch(const Watch&) = delete;
  Watch& operator=(const Watch&) = delete;

 private:
  std::mutex mutex_;
  std::condition_variable over_;
  bool done_ = false;
  std::thread thread_;
};

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

}  // namespace

void serve(const TranslationApi& api, const ServerOptions& options,
           const std::function<void(int port)>& listening, const std::function<bool()>& ends) {
  httplib::Server server;
  Turns turns(options.rate);
  // More than the processors have use for: whoever sends slowly, or waits for a turn, holds one.
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
  server.set_pre_routing_handler([](const httplib::Request& request, httplib::Response& response) {
    // cpp-httplib bounds a body by its Content-Length alone
    const bool bounded = !request.has_header("Transfer-Encoding") &&
                         !request.has_header("Content-Encoding") &&
                         (request.method != "POST" || request.has_header("Content-Length"));
    const bool here = names_this_machine(request), ours = here && !comes_from_elsewhere(request);
    const bool otherwise = asks_otherwise(request);
    if (ours && bounded && !otherwise) return httplib::Server::HandlerResponse::Unhandled;
    if (ours && otherwise) {
      response.set_header("Allow", request.path == "/translate" ? "POST" : "GET, HEAD");
      refuse(response, 405, tr("GET is for / and /model, POST for /translate"));
    } else if (ours) {
      refuse(response, 411, tr("send POST with Content-Length, not packed"));
    } else {
      refuse(response, 403,
             here ? tr("this server answers its own page alone") : tr("this server is for 127.0.0.1 alone"));
    }
    return httplib::Server::HandlerResponse::Handled;
  });
  server.Get("/", [](const httplib::Request&, httplib::Response& response) {
    response.set_content(serve_page(), "text/html; charset=utf-8");
  });
  server.Get("/model", [&](const httplib::Request&, httplib::Response& response) {
    answer(response, 200, api.about());
  });
  server.Post("/translate", [&](const httplib::Request& request, httplib::Response& response) {
    if (!request.get_header_value("Content-Type").starts_with("application/json"))
      return refuse(response, 415, tr("send application/json"));
    if (!turns.wait(ends)) return refuse(response, 503, tr("the server ends"));
    const ApiAnswer said = api.translate(request.body);
    answer(response, said.status, said.json);
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
  const int port = bound_port(server, options.port);
  listening(port);
  const Watch watch(server, ends);
  server.listen_after_bind();
}

}  // namespace heed
