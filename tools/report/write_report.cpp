#include "tools/report/write_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "lib/files/atomic_write.hpp"
#include "lib/text/display.hpp"
#include "tools/language/tr.hpp"
#include "tools/page/page.hpp"

namespace heed {

WrittenReport write_report(const std::filesystem::path& page, const PageOptions& options) {
  const nlohmann::json data = report_data(options);
  WrittenReport written;
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
  const std::string text = report_page(data);
  if (page == "-")
    fmt::print("{}", text);
  else
    atomic_write(page, text);
  written.bytes = text.size();
  return written;
}

std::string finish_page(const std::filesystem::path& page, const std::filesystem::path& model) {
  write_report(page, {.models = {model}, .language = spoken_language()});
  return tr("{}: the report of it, to be opened in a browser\n", printable(page.string()));
}

}  // namespace heed
