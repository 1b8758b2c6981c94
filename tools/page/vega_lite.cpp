#include "tools/page/vega_lite.hpp"

#include <string_view>

#include "lib/files/read_file.hpp"

namespace heed {
namespace {

void replace_all(std::string& text, std::string_view from, std::string_view to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
}

}  // namespace

std::string vega_lite(const std::filesystem::path& folder) {
  std::string all;
  for (const char* name : {"vega/build/vega.min.js", "vega-lite/build/vega-lite.min.js",
                           "vega-interpreter/build/vega-interpreter.js"}) {
    const std::filesystem::path file = folder / "node_modules" / name;
    if (!std::filesystem::is_regular_file(file)) return "";
    std::string text = read_text_file(file);
    // The interpreter is a module; here it becomes a function of what it imports.
    const std::size_t import = text.find("import {"), from = text.find("} from 'vega-util';");
    const std::size_t exported = text.rfind("export { expression as expressionInterpreter };");
    if (import != std::string::npos && from != std::string::npos && exported != std::string::npos) {
      text = "const vegaInterpreter = (() => { const {" + text.substr(import + 8, from - import - 8) +
             "} = vega;" + text.substr(from + 19, exported - from - 19) + "return expression; })();\n";
    }
    all += text + "\n;\n";
  }
  replace_all(all, "</script", "<\\/script");
  replace_all(all, "<!--", "<\\!--");
  return all;
}

std::filesystem::path vega_lite_folder() {
  return std::filesystem::path(HEED_SOURCE_DIR) / "tools" / "page" / "vega";
}

}  // namespace heed
