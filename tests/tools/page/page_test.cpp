// The page that holds data: nothing in it can break the page.
#include <nlohmann/json.hpp>

#include "tests/catch.hpp"
#include "tests/tools/page/times.hpp"
#include "tools/page/page.hpp"

using namespace heed;

TEST_CASE("data cannot end the script that holds it") {
  const nlohmann::json data{{"a", "</script><script>alert(1)</script>"}, {"b", "\u2028 & \u2029"}};
  const std::string safe = json_for_html(data);
  CHECK(safe.find_first_of("<>&") == std::string::npos);
  CHECK(safe.find("\u2028") == std::string::npos);
  CHECK(nlohmann::json::parse(safe) == data);
  CHECK(times(report_page(data), "</script>") == 2);
}
