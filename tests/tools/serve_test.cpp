// heed serve: what the page asks for, and the server itself with plain sockets.
#include "tools/inspect/serve.hpp"

#include <arpa/inet.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <future>
#include <nlohmann/json.hpp>
#include <thread>

#include "lib/core/error.hpp"
#include "tests/catch.hpp"

using namespace heed;

namespace {

using Json = nlohmann::json;

/// A model that has learned nothing and ends soon.
Translator small_translator() {
  const Vocabulary ko(std::vector<std::string>{"<pad>", "<unk>", "<bos>", "<eos>", "가", "나", "다"}),
      en(std::vector<std::string>{"<pad>", "<unk>", "<bos>", "<eos>", "a", "b", "c"});
  Rng rng(3);
  const Transformer model({.source_vocab = static_cast<std::int64_t>(ko.size()),
                           .target_vocab = static_cast<std::int64_t>(en.size()),
                           .encoder_layers = 1,
                           .decoder_layers = 2,
                           .layer = {.d_model = 8, .heads = 2, .dim_feedforward = 8}},
                          rng);
  Variable bias = model.generator.bias;
  bias.mutable_data()[Vocabulary::eos] = 3;
  bias.mutable_data()[Vocabulary::unk] = -100;
  model.eval();
  return {model, {.name = "ko", .vocabulary = ko}, {.name = "en", .vocabulary = en}};
}

/// A server of such a model in a thread of its own, which ends with it.
class Running {
 public:
  Running() {
    std::promise<int> bound;
    thread_ = std::thread([this, &bound] {
      serve({small_translator(), {.least = -100}, "2 epochs"}, 0,
            [&](int at, const std::function<void()>& stop) {
              stop_ = stop;
              bound.set_value(at);
            });
    });
    port = bound.get_future().get();
  }
  ~Running() {
    stop_();
    thread_.join();
  }
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;

  /// Returns the answer to these bytes; empty if none comes.
  std::string send(const std::string& bytes) const {
    const int socket = ::socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (::connect(socket, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0)
      (void)!::send(socket, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    std::string answer;
    char buffer[4096];
    for (ssize_t n = 0; (n = ::recv(socket, buffer, sizeof buffer, 0)) > 0;)
      answer.append(buffer, static_cast<std::size_t>(n));
    ::close(socket);
    return answer;
  }

  std::string post(const std::string& body, const std::string& type = "application/json",
                   const std::string& host = "127.0.0.1") const {
    return send(fmt::format(
        "POST /translate HTTP/1.1\r\nHost: {}\r\nContent-Type: {}\r\nContent-Length: {}\r\n\r\n{}", host,
        type, body.size(), body));
  }

  int port = 0;

 private:
  std::function<void()> stop_;
  std::thread thread_;
};

}  // namespace

TEST_CASE("the page is told translation, attention and the best of the beam") {
  const Running server;
  const auto json_of = [](const std::string& answer) {
    return Json::parse(answer.substr(answer.find("\r\n\r\n") + 4));
  };
  CHECK(json_of(server.send("GET /model HTTP/1.1\r\nHost: localhost\r\n\r\n")) ==
        Json{{"from", "ko"}, {"to", "en"}, {"note", "2 epochs"}, {"lang", "en"}});
  const Json json = json_of(server.post(R"({"text": "가 나", "beam": 3})"));
  CHECK(json["source"] == Json{"가", "나", "<eos>"});
  CHECK(json["output"].back() == "<eos>");
  REQUIRE(json["heads"].size() == 2);
  for (const Json& layer : json["heads"]) {
    CHECK(layer["cross"] == true);
    CHECK(layer["shape"] == Json{2, json["output"].size(), 3});
    CHECK(layer["pattern"].is_string());
  }
  REQUIRE(json["beam"].size() == 3);
  CHECK(json["beam"][0]["text"] == json["text"]);
  CHECK(json["beam"][0]["tokens"] == json["output"]);
  CHECK(json["beam"][0]["score"] >= json["beam"][1]["score"]);
  const Json nothing = json_of(server.post(R"({"text": ""})"));
  CHECK((nothing["text"] == "" && nothing["beam"].empty() && nothing["heads"].empty()));
}

TEST_CASE("the server answers its page, and refuses what is not for it") {
  const Running server;
  const auto head = [](const char* call, const char* more) {
    return fmt::format("{} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n{}\r\n", call, more);
  };
  const std::string good = R"({"text": "가 나"})";
  std::string longer;
  for (int i = 0; i < 1001; ++i) longer += "가";
  struct Case {
    std::string answer, starts, part;
  };
  for (const Case& c : std::vector<Case>{
           {server.send(head("GET /", "")), "HTTP/1.1 200 OK", "<!doctype html>"},
           {server.send(head("GET /model", "")), "HTTP/1.1 200 OK", "2 epochs"},
           {server.send(head("GET /model", "Origin: http://localhost\r\n")), "HTTP/1.1 200 OK", ""},
           {server.send(head("GET /model", "Origin: http://evil.com\r\n")), "HTTP/1.1 403",
            "its own page alone"},
           {server.send(head("GET /model", "Origin: null\r\n")), "HTTP/1.1 403", "its own page alone"},
           {server.send("GET /model HTTP/1.1\r\nHost: evil.example\r\n\r\n"), "HTTP/1.1 403",
            "127.0.0.1 alone"},
           {server.send(head("GET /../etc/passwd", "")), "HTTP/1.1 404", "no request"},
           {server.send(head("GET /translate", "")), "HTTP/1.1 404", "no request"},
           {server.send(head("POST /translate", "Transfer-Encoding: chunked\r\n")), "HTTP/1.1 403",
            "Content-Length"},
           {server.send("nonsense\r\n\r\n"), "HTTP/1.1 400", ""},
           {server.post(good), "HTTP/1.1 200 OK", "\"beam\""},
           {server.post(good, "text/plain"), "HTTP/1.1 403", "send application/json"},
           {server.post(good, "application/json", "evil.example"), "HTTP/1.1 403", ""},
           {server.post(std::string(20'000, ' ')), "HTTP/1.1 413", ""},
           {server.post("{"), "HTTP/1.1 400", "JSON object"},
           {server.post(""), "HTTP/1.1 400", "JSON object"},
           {server.post("[1]"), "HTTP/1.1 400", "JSON object"},
           {server.post("{\"text\": \"\xFF\"}"), "HTTP/1.1 400", "JSON object"},
           {server.post(R"({"text": 3})"), "HTTP/1.1 400", R"(\"text\")"},
           {server.post(R"({"beam": 2})"), "HTTP/1.1 400", R"(\"text\")"},
           {server.post(R"({"text": "가", "beam": 11})"), "HTTP/1.1 400", "1 to 10"},
           {server.post(R"({"text": "가", "beam": 1.5})"), "HTTP/1.1 400", "1 to 10"},
           {server.post(Json{{"text", longer}}.dump()), "HTTP/1.1 400", "1001 characters"}}) {
    INFO(c.answer);
    CHECK_THAT(c.answer, Catch::StartsWith(c.starts) && Catch::Contains(c.part));
  }
  CHECK_THROWS_WITH(serve({small_translator()}, server.port, [](int, const std::function<void()>&) {}),
                    Catch::Contains("in use"));
  std::atomic<int> answered{0};
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i)
    threads.emplace_back([&] { answered += server.post(good).starts_with("HTTP/1.1 200 ") ? 1 : 0; });
  for (std::thread& thread : threads) thread.join();
  CHECK(answered == 8);
}
