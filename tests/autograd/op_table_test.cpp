#include "tests/autograd/op_table.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>

#include "autograd/gradcheck.hpp"
#include "tests/autograd/agree.hpp"
#include "tests/deviations.hpp"

namespace heed::testing {
namespace {

constexpr bool in_double = sizeof(Scalar) == 8;
constexpr double output_tolerance = in_double ? 1e-12 : 1e-5;
constexpr double gradient_tolerance = in_double ? 1e-10 : 1e-4;

Array to_array(const Shape& shape, const nlohmann::json& numbers) {
  const auto values = numbers.get<std::vector<double>>();
  return Array(shape, std::vector<Scalar>(values.begin(), values.end()));
}

/// The golden's inputs, or random ones where there is none.
std::vector<Array> sample_values(const OpCase& c) {
  Rng rng(11);
  std::vector<Array> values;
  for (std::size_t i = 0; i < c.inputs.size(); ++i)
    values.push_back(c.no_golden.empty() ? to_array(c.inputs[i], goldens().at(c.key()).at("inputs")[i])
                                         : rng.uniform(c.inputs[i], -2, 2));
  return values;
}

/// The functions that a header declares: whatever stands before the first parenthesis of a line that is not
/// indented.
std::set<std::string> functions_declared_in(const std::string& header) {
  std::set<std::string> names;
  static const std::regex other(R"(^($|[\s/#}]|struct\b|class\b|enum\b|using\b|namespace\b|template\b))");
  static const std::regex attribute(R"(\[\[[^\]]*\]\]\s*)");
  static const std::regex function(R"(^[^(]*?\b(operator\s*[^\s(]+|\w+)\s*\()");
  std::istringstream lines(header);
  for (std::string line; std::getline(lines, line);) {
    std::smatch found;
    line = std::regex_replace(line, attribute, "");
    if (!std::regex_search(line, other) && std::regex_search(line, found, function)) names.insert(found[1]);
  }
  return names;
}

std::set<std::string> declared_ops() {
  std::set<std::string> names;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(HEED_SOURCE_DIR "/autograd/ops")) {
    if (entry.path().extension() != ".hpp") continue;
    std::ifstream file(entry.path());
    std::stringstream text;
    text << file.rdbuf();
    names.merge(functions_declared_in(text.str()));
  }
  return names;
}

}  // namespace

TEST_CASE("every op that a header of autograd/ops declares has at least six rows in the op table") {
  std::map<std::string, int> rows;
  for (const OpCase& c : op_table()) ++rows[c.op];
  const std::set<std::string> declared = declared_ops();
  CHECK(declared.size() >= 40);
  CHECK(declared.count("operator*") == 1);
  CHECK(declared.count("layer_norm") == 1);
  for (const std::string& op : declared) {
    INFO("op " << op << ": add rows to tests/autograd/op_table_*.cpp and tests/golden/make_ops.py");
    CHECK(rows[op] >= 6);
  }
  for (const auto& [op, count] : rows) {
    INFO("the table has rows for " << op << ", which no header declares");
    CHECK(declared.count(op) == 1);
  }
}

TEST_CASE("the op table and the goldens name the same cases") {
  std::set<std::string> keys;
  for (const OpCase& c : op_table()) {
    INFO(c.key());
    CHECK(keys.insert(c.key()).second);
    CHECK(goldens().contains(c.key()) == c.no_golden.empty());
  }
  for (const auto& [key, golden] : goldens().items()) {
    INFO("golden " << key << " has no row");
    CHECK(keys.count(key) == 1);
  }
}

TEST_CASE("every op gives PyTorch's values and gradients") {
  for (const OpCase& c : op_table()) {
    if (!c.no_golden.empty()) continue;
    INFO(c.key());
    const nlohmann::json& golden = goldens().at(c.key());
    const std::vector<Array> all = outcome(c.call, sample_values(c), [&](const Shape& y) {
      REQUIRE(y == shape_of(golden.at("output_shape")));
      return to_array(y, golden.at("upstream"));
    });
    const double output = gap(all[0], golden.at("output").get<std::vector<double>>());
    double gradient = 0;
    for (std::size_t i = 0; i < c.inputs.size(); ++i) {
      const Array g = all[i + 1].defined() ? all[i + 1] : Array::zeros(c.inputs[i]);
      gradient = std::max(gradient, gap(g, golden.at("gradients")[i].get<std::vector<double>>()));
    }
    CHECK(output <= output_tolerance);
    CHECK(gradient <= gradient_tolerance);
    Deviations::all().note("op " + c.op, "output", output);
    Deviations::all().note("op " + c.op, "gradient", gradient);
  }
}

TEST_CASE("every op's gradient is its slope, with a random upstream gradient, in every entry") {
  for (const OpCase& c : op_table()) {
    if (!c.no_gradcheck.empty()) continue;
    INFO(c.key());
    // x^-2 at 1/8 and the like bend too much for the large steps that float needs.
    if (!in_double && (c.op == "power" || c.op == "operator/" || c.op == "log")) continue;
    Inputs inputs;
    for (const Array& x : sample_values(c)) inputs.push_back(Variable::parameter(x));
    const GradcheckResult result = gradcheck(c.call, inputs);
    INFO(result.report);
    CHECK(result.ok);
  }
}

}  // namespace heed::testing
