// The page that holds data and drawing library: nothing in either can break it.
#include <nlohmann/json.hpp>

#include "tests/catch.hpp"
#include "tests/lib/files/scratch.hpp"
#include "tests/tools/page/times.hpp"
#include "tools/page/page.hpp"
#include "tools/page/vega_lite.hpp"

using namespace heed;

TEST_CASE("data cannot end the script that holds it") {
  const nlohmann::json data{{"a", "</script><script>alert(1)</script>"}, {"b", "\u2028 & \u2029"}};
  const std::string safe = json_for_html(data);
  CHECK(safe.find_first_of("<>&") == std::string::npos);
  CHECK(safe.find("\u2028") == std::string::npos);
  CHECK(nlohmann::json::parse(safe) == data);

  const Scratch scratch;
  CHECK(vega_lite(scratch.folder()).empty());
  for (const char* folder : {"vega/build", "vega-lite/build", "vega-interpreter/build"})
    std::filesystem::create_directories(scratch / "node_modules" / folder);
  spill(scratch / "node_modules/vega/build/vega.min.js", "vega = '</script>'");
  spill(scratch / "node_modules/vega-lite/build/vega-lite.min.js", "vegaLite = 1");
  CHECK(vega_lite(scratch.folder()).empty());
  spill(scratch / "node_modules/vega-interpreter/build/vega-interpreter.js",
        "import { one, two } from 'vega-util';\nlet expression = 2;\n"
        "export { expression as expressionInterpreter };\n//# rest");
  const std::string library = vega_lite(scratch.folder());
  CHECK_THAT(library,
             Catch::Contains("(() => { const { one, two } = vega;\nlet expression = 2;\nreturn expression") &&
                 !Catch::Contains("</script") && !Catch::Contains("import") && !Catch::Contains("export"));
  CHECK(times(report_page({{"lang", "en"}}, library), "</script>") == 3);
}
