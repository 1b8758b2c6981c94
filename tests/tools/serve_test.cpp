// heed serve: what the page asks for, and the server itself with plain sockets.
#include "tools/serve/server.hpp"

#include <arpa/inet.h>
#include <sys/socket.h>

#include <atomic>
#include <chrono>
#include <future>
#include <nlohmann/json.hpp>
#include <thread>

#include "lib/core/error.hpp"
#include "tests/catch.hpp"
#include "tests/lib/files/scratch.hpp"
#include "tests/tools/process.hpp"
#include "tests/tools/speaking.hpp"

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
    std::future<int> known = promise_.get_future();
    thread_ = std::thread([this] {
      try {
        serve(
            api_, {.port = 0, .rate = 1e6}, [this](int bound) { promise_.set_value(bound); },
            [this] { return ends_.load(); });
      } catch (...) {
        promise_.set_exception(std::current_exception());
      }
    });
    try {
      port = known.get();
    } catch (...) {
      thread_.join();
      throw;
    }
  }
  ~Running() {
    ends_ = true;
    if (thread_.joinable()) thread_.join();
  }
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;

  /// What comes back for these bytes; empty if nothing does.
  std::string send(const std::string& bytes) const {
    const int socket = send_part(bytes);
    std::string answer;
    char buffer[4096];
    for (ssize_t n = 0; (n = ::recv(socket, buffer, sizeof buffer, 0)) > 0;)
      answer.append(buffer, static_cast<std::size_t>(n));
    ::close(socket);
    return answer;
  }

  /// A connection on which this and no more is sent; the caller closes it.
  int send_part(const std::string& bytes) const {
    const int socket = ::socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (::connect(socket, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0)
      (void)!::send(socket, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    return socket;
  }

  std::string post(const std::string& body, const std::string& type = "application/json",
                   const std::string& host = "127.0.0.1") const {
    return send(fmt::format(
        "POST /translate HTTP/1.1\r\nHost: {}\r\nContent-Type: {}\r\nContent-Length: {}\r\n\r\n{}", host,
        type, body.size(), body));
  }

  int port = 0;

 private:
  TranslationApi api_{small_translator(), {.least = -100}, "2 epochs"};
  std::promise<int> promise_;
  std::atomic<bool> ends_{false};
  std::thread thread_;
};

}  // namespace

TEST_CASE("the page is told translation, attention, alternatives and the tree of the beam") {
  const TranslationApi api(small_translator(), {.least = -100}, "2 epochs");
  CHECK(Json::parse(api.about()) == Json{{"from", "ko"}, {"to", "en"}, {"note", "2 epochs"}, {"lang", "en"}});
  const ApiAnswer answer = api.translate(R"({"text": "가 나", "beam": 3})");
  REQUIRE(answer.status == 200);
  const Json json = Json::parse(answer.json);
  CHECK(json["source"] == Json{"가", "나", "<eos>"});
  CHECK(json["target"].back() == "<eos>");
  REQUIRE(json["layers"].size() == 2);
  for (const Json& layer : json["layers"]) {
    REQUIRE(layer.size() == 2);
    for (const Json& head : layer) {
      REQUIRE(head.size() == json["target"].size());
      for (const Json& row : head)
        CHECK(row[0].get<double>() + row[1].get<double>() + row[2].get<double>() == Approx(1).margin(0.002));
    }
  }
  CHECK(json["alternatives"].size() == 3);
  CHECK(json["alternatives"][0]["text"] == json["text"]);
  const Json& tree = json["tree"];
  CHECK(tree[0]["token"] == "");
  std::vector<std::string> best;
  for (std::size_t i = 1; i < tree.size(); ++i) {
    CHECK(tree[i]["parent"].get<std::size_t>() < i);
    if (tree[i]["best"]) best.push_back(tree[i]["token"]);
  }
  CHECK(Json(best) == json["target"]);
}

TEST_CASE("what is no request for a translation is refused, with the reason") {
  const TranslationApi api(small_translator(), {.least = -100}, "");
  const auto refused = [&](const std::string& request, const std::string& why) {
    const ApiAnswer answer = api.translate(request);
    INFO(request);
    CHECK(answer.status == 400);
    CHECK_THAT(Json::parse(answer.json)["error"].get<std::string>(), Catch::Contains(why));
  };
  refused("", "JSON object");
  refused("[1]", "JSON object");
  refused("{\"text\": \"\xFF\"}", "JSON object");
  refused(R"({"beam": 2})", "\"text\"");
  refused(R"({"text": 3})", "\"text\"");
  refused(R"({"text": "가", "file": "/etc/passwd"})", "only");
  refused(R"({"text": "가", "text": "나"})", "\"text\" stands there twice");
  {
    const Speaking korean(Language::korean);
    refused("[1]", "JSON 객체");
    refused(R"({"beam": 1, "text": "가", "beam": 2})", "두 번 나오는 이름: \"beam\"");
    refused(R"({"text": "가", "file": "/etc/passwd"})", "\"file\" 아님");
    refused(R"({"text": 3})", "글을 주세요");
    refused(R"({"text": "가", "beam": 11})", "1부터 10까지");
  }
  refused(R"({"text": "가", "beam": 11})", "1 to 10");
  refused(R"({"text": "가", "beam": 1.5})", "1 to 10");
  std::string longer;
  for (int i = 0; i < 1001; ++i) longer += "가";
  refused(Json{{"text", longer}}.dump(), "1001 characters");
  const ApiAnswer nothing = api.translate(R"({"text": ""})");
  CHECK(nothing.status == 200);
  CHECK(Json::parse(nothing.json)["tree"].empty());  // no beam was searched
}

TEST_CASE("the server answers a thousand requests, and refuses what is not for it", "[.long]") {
  const Running server;
  const auto status = [](const std::string& answer) { return answer.substr(0, answer.find('\r')); };
  CHECK(status(server.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")) == "HTTP/1.1 200 OK");
  for (const char* const page : {"http://evil.com", "null", "http://localhost:1"}) {
    INFO(page);
    CHECK_THAT(server.send(fmt::format("GET /model HTTP/1.1\r\nHost: localhost\r\nOrigin: {}\r\n\r\n", page)),
               Catch::StartsWith("HTTP/1.1 403") && Catch::Contains("its own page alone"));
  }
  CHECK(
      status(server.send("GET /model HTTP/1.1\r\nHost: localhost:1\r\nOrigin: http://localhost:1\r\n\r\n")) ==
      "HTTP/1.1 200 OK");
  CHECK_THAT(server.send("GET /model HTTP/1.1\r\nHost: localhost\r\n\r\n"), Catch::Contains("2 epochs"));
  CHECK_THAT(status(server.send("GET /model HTTP/1.1\r\nHost: evil.example\r\n\r\n")),
             Catch::Contains(" 403 "));
  CHECK_THAT(status(server.send("GET /../etc/passwd HTTP/1.1\r\nHost: localhost\r\n\r\n")),
             Catch::Contains(" 404 "));
  for (const char* const call :
       {"GET /translate", "HEAD /translate", "POST /model", "PUT /translate", "DELETE /"}) {
    INFO(call);
    CHECK_THAT(server.send(fmt::format("{} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n", call)),
               Catch::StartsWith("HTTP/1.1 405") && Catch::Contains("Allow: "));
  }
  CHECK_THAT(server.send("PUT /translate HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n"),
             Catch::Contains("GET is for / and /model, POST for /translate"));
  CHECK_THAT(status(server.send("nonsense\r\n\r\n")), Catch::Contains(" 400 "));
  const std::string good = R"({"text": "가 나"})";
  CHECK_THAT(status(server.post(good, "text/plain")), Catch::Contains(" 415 "));
  CHECK_THAT(status(server.post(good, "application/json", "evil.example")), Catch::Contains(" 403 "));
  CHECK_THAT(status(server.post(std::string(20'000, ' '))), Catch::Contains(" 413 "));
  CHECK_THAT(status(server.post("{")), Catch::Contains(" 400 "));
  const TranslationApi api(small_translator(), {.least = -100}, "");
  CHECK_THROWS_WITH(serve(
                        api, {.port = server.port}, [](int) {}, [] { return true; }),
                    Catch::Contains("in use"));

  // Nobody waits for those who send slowly.
  std::vector<int> slow;
  for (int i = 0; i < 40; ++i) slow.push_back(server.send_part("GET / HTTP/1.1\r\nX-Slow: "));
  const auto begun = std::chrono::steady_clock::now();
  CHECK(status(server.post(good)) == "HTTP/1.1 200 OK");
  CHECK(std::chrono::steady_clock::now() - begun <
        std::chrono::milliseconds(1900));  // idle ones end after 2 s
  for (const int socket : slow) ::close(socket);

  constexpr int clients = 10, each = 100;
  std::atomic<int> answered{0};
  std::vector<std::thread> threads;
  for (int i = 0; i < clients; ++i) {
    threads.emplace_back([&] {
      for (int j = 0; j < each; ++j) {
        const std::string answer = server.post(good);
        if (answer.starts_with("HTTP/1.1 200 ") && answer.find("\"tree\"") != std::string::npos) ++answered;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  CHECK(answered == clients * each);
}

TEST_CASE("heed serve names what is missing") {
  const Scratch scratch;
  const ProgramEnd end = run({.arguments = {"serve", "nowhere"}, .folder = scratch.folder()});
  CHECK(end.status == 1);
  CHECK_THAT(end.err, Catch::Contains("there is no saved model nowhere"));
  spill(scratch / "letter.txt", "Dear reader,\n");
  const ProgramEnd text =
      run({.arguments = {"serve", "--model", "letter.txt", "--lang", "ko"}, .folder = scratch.folder()});
  CHECK(text.status == 1);
  CHECK_THAT(text.err, Catch::StartsWith("heed: letter.txt: safetensors 파일이 아닙니다. 글로 보입니다"));
}
