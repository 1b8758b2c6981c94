#include "tools/page/page.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <cstdio>
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <string_view>

#include "lib/core/error.hpp"
#include "lib/core/seconds.hpp"
#include "lib/files/atomic_write.hpp"
#include "lib/text/display.hpp"
#include "tools/language/tr.hpp"

namespace heed {
namespace page {  // from the files of tools/page/program
extern const char* const style;
extern const std::initializer_list<std::string_view> program;  // one file after the other
}  // namespace page

namespace {

/// JSON whose text has no <, so that it cannot end the element that holds it.
std::string json_for_html(const nlohmann::json& data) {
  const std::string json = data.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  std::string safe;
  for (const char c : json) {
    if (c == '<')
      safe += "\\u003c";
    else
      safe += c;
  }
  return safe;
}

}  // namespace

std::string report_page(const nlohmann::json& data) {
  const std::string language = data.value("lang", "en");
  return fmt::format(R"(<!doctype html>
<html lang="{}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
<title>heed</title>
<style>
{}
</style>
</head>
<body>
<noscript>{}</noscript>
<main id="page"></main>
<script id="data" type="application/json">{}</script>
<script>
{}
</script>
</body>
</html>
)",
                     language, page::style,
                     localized(tr_noop("This page is drawn by JavaScript."), language_from_name(language)),
                     json_for_html(data), fmt::join(page::program, "\n"));
}

LivePage::LivePage(std::filesystem::path page) : page_(std::move(page)) {
  if (page_ == "-")
    throw_error<UsageError>(tr_noop("--report -: the page is written again and again: name a file"));
  write(Now::yes);
  fmt::print(stderr, "{}",
             tr("note: {} shows this training; open it in a browser\n", printable(page_.string())));
}

bool LivePage::due(Now when) const { return when != Now::when_due || seconds_since(written_) >= 2; }

void LivePage::show(const std::string& name, const nlohmann::json& history, Now when) {
  const auto same = std::ranges::find(runs_, name, &std::pair<std::string, std::string>::first);
  auto& run = same == runs_.end() ? runs_.emplace_back(name, "") : *same;
  run.second = history.dump();
  try_to_write(when);
}

void LivePage::failed(const std::string& error) {
  error_ = printable(error);
  try_to_write(Now::ended);
}

void LivePage::try_to_write(Now when) {
  try {
    write(when);
  } catch (const Error& error) {
    if (!std::exchange(complained_, true)) fmt::print(stderr, "heed: {}\n", localized(error));
  }
}

void LivePage::write(Now when) {
  using std::chrono::milliseconds, std::chrono::system_clock;
  const bool first = written_ == std::chrono::steady_clock::time_point();
  if (!first) longest_pause_ = std::max(longest_pause_, seconds_since(written_));
  nlohmann::json data{
      {"lang", language_name(spoken_language())},
      {"version", HEED_VERSION},
      {"live", when != Now::ended},
      {"written", std::chrono::duration_cast<milliseconds>(system_clock::now().time_since_epoch()).count()},
      {"longest_pause", longest_pause_},
      {"models", nlohmann::json::array()}};
  if (!error_.empty()) data["error"] = error_;
  for (const auto& [name, history] : runs_)
    data["models"].push_back({{"name", printable(name)},
                              {"history", nlohmann::json::parse(history)},
                              {"sentences", nlohmann::json::array()},
                              {"options", nlohmann::json::object()}});
  atomic_write(page_, report_page(data));
  written_ = std::chrono::steady_clock::now();
}

}  // namespace heed
