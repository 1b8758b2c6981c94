#include "tools/report/write_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "lib/core/error.hpp"
#include "lib/files/atomic_write.hpp"
#include "lib/text/display.hpp"
#include "tools/language/spoken.hpp"
#include "tools/page/page.hpp"
#include "tools/page/vega_lite.hpp"

namespace heed {

WrittenReport write_report(const std::filesystem::path& page, PageOptions options, DrawnBy drawn_by) {
  const std::string library = drawn_by == DrawnBy::heed ? "" : vega_lite(vega_lite_folder());
  if (library.empty() && drawn_by == DrawnBy::vega_lite)
    throw_error<Error>("Vega-Lite is not there: npm ci --prefix {}", vega_lite_folder().string());
  options.most_bytes -= std::min(options.most_bytes, library.size());
  const nlohmann::json data = report_data(options);
  WrittenReport written{.drawn_by = library.empty() ? DrawnBy::heed : DrawnBy::vega_lite};
  for (const nlohmann::json& one : data.at("left_out")) {
    const nlohmann::json& model = one.at("model");
    written.left_out.push_back({one.at("sentence"), one.at("why"),
                                model.is_null() ? "" : model.get<std::string>(), one.at("error")});
  }
  for (const nlohmann::json& model : data.at("models")) {
    const auto& sentences = model.at("sentences");
    const auto first = std::ranges::find_if(sentences, [](const auto& s) { return s.at("broken") != ""; });
    if (first != sentences.end()) written.broken.push_back({model.at("name"), first->at("broken")});
  }
  if (!options.sentences.empty() && written.left_out.size() == options.sentences.size()) return written;
  const std::string text = report_page(data, library);
  if (page == "-")
    fmt::print("{}", text);
  else
    atomic_write(page, text);
  written.bytes = text.size();
  return written;
}

std::string finish_page(const std::filesystem::path& page, const std::filesystem::path& model) {
  write_report(page, {.models = {model}, .language = spoken_language()});
  return spoken("{}: the report of it, to be opened in a browser\n", "{}: 브라우저로 여는 보고서\n",
                printable(page.string()));
}

}  // namespace heed
