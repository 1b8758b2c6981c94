#include "tools/page/page.hpp"

#include "tools/language/tr.hpp"

#include <fmt/ranges.h>

#include <initializer_list>
#include <nlohmann/json.hpp>
#include <string_view>

namespace heed {
namespace page {  // from the files of tools/page/program
extern const char* const style;
extern const std::initializer_list<std::string_view> program;  // one file after the other
}  // namespace page

std::string json_for_html(const nlohmann::json& data) {
  const std::string json = data.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  std::string safe;
  safe.reserve(json.size());
  for (std::size_t i = 0; i < json.size(); ++i) {
    const char c = json[i];
    if (c == '<' || c == '>' || c == '&') {
      safe += fmt::format("\\u{:04x}", static_cast<int>(c));
    } else if (json.compare(i, 3, "\u2028") == 0 || json.compare(i, 3, "\u2029") == 0) {
      safe += json[i + 2] == "\u2028"[2] ? "\\u2028" : "\\u2029";
      i += 2;
    } else {
      safe += c;
    }
  }
  return safe;
}

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

}  // namespace heed
