// heed run-module against PyTorch: what tests/golden/make_modules.py exported goes in, what PyTorch made of
// it must come out.
#include <algorithm>
#include <cmath>
#include <filesystem>

#include "lib/files/safetensors.hpp"
#include "tests/catch.hpp"
#include "tests/lib/files/scratch.hpp"
#include "tests/tools/process.hpp"

using namespace heed;

namespace {

namespace fs = std::filesystem;

const fs::path modules = fs::path(HEED_SOURCE_DIR) / "tests" / "golden" / "modules";

fs::path module_golden(const std::string& name, const std::string& part) {
  return modules / (name + '.' + part + ".safetensors");
}

std::vector<std::string> module_names() {
  std::vector<std::string> found;
  for (const auto& entry : fs::directory_iterator(modules)) {
    const std::string file = entry.path().filename().string();
    if (const auto at = file.find(".model."); at != std::string::npos) found.push_back(file.substr(0, at));
  }
  std::sort(found.begin(), found.end());
  return found;
}

/// The file again, with its floats as doubles: the same numbers.
fs::path in_double(const fs::path& from, const fs::path& to) {
  const Safetensors file = read_safetensors(from);
  std::vector<Tensor> tensors;
  for (const Tensor& t : file.tensors) {
    tensors.push_back(t.dtype == DType::F32
                          ? make_tensor(t.name, t.shape, std::span<const double>(float_values<double>(t)))
                          : t);
  }
  write_safetensors(to, tensors, file.metadata);
  return to;
}

/// The largest difference as a share of the largest number, or of `least`.
double deviation(const Tensor& mine, const Tensor& theirs, double least) {
  REQUIRE(mine.shape == theirs.shape);
  const std::vector<double> a = float_values<double>(mine), b = float_values<double>(theirs);
  double largest = least, worst = 0;
  for (const double x : b) largest = std::max(largest, std::abs(x));
  for (std::size_t i = 0; i < b.size(); ++i) {
    if (const double d = std::abs(a[i] - b[i]) / largest; !(d <= worst)) worst = d;  // a NaN stays
  }
  return worst;
}

struct Limits {
  double output, gradient;
};

void compare(const fs::path& model, const fs::path& inputs, const std::string& name, const Limits& limits) {
  const Scratch scratch;
  const fs::path out = scratch / "out.safetensors";
  const ProgramEnd outcome =
      run_heed(scratch.folder(), {"run-module", model.string(), inputs.string(), "--out", out.string()});
  INFO(name << ": " << outcome.err);
  REQUIRE(outcome.status == 0);
  const Safetensors mine = read_safetensors(out), theirs = read_safetensors(module_golden(name, "expected"));
  CHECK(mine.tensors.size() == theirs.tensors.size());
  for (const Tensor& t : theirs.tensors) {
    INFO(t.name);
    const Tensor* found = mine.find(t.name);
    REQUIRE(found != nullptr);
    const bool gradient = t.name.starts_with("grad.");
    CHECK(deviation(*found, t, gradient ? 0.01 : 1) <= (gradient ? limits.gradient : limits.output));
  }
}

ProgramEnd run_golden(const std::string& name, const Words& more, const Scratch& scratch) {
  return run_heed(scratch.folder(), plus({"run-module", module_golden(name, "model").string(),
                                          module_golden(name, "inputs").string(), "--out", "out.safetensors"},
                                         more));
}

}  // namespace

TEST_CASE("modules exported from PyTorch give its outputs and gradients, in float and in double") {
  const std::vector<std::string> all = module_names();
  REQUIRE(all.size() >= 13);
  for (const std::string& name : all) {
    compare(module_golden(name, "model"), module_golden(name, "inputs"), name, {1e-5, 1e-4});
    const Scratch scratch;
    compare(in_double(module_golden(name, "model"), scratch / "m"),
            in_double(module_golden(name, "inputs"), scratch / "i"), name, {1e-12, 1e-10});
  }
}

TEST_CASE("settings of the command line count more than those of the file") {
  const Scratch scratch;
  const auto output = [&](const Words& more) {
    REQUIRE(run_golden("transformer_post", more, scratch).status == 0);
    return *read_safetensors(scratch / "out.safetensors").find("output");
  };
  const Tensor before = output({});
  for (const Words& setting : std::vector<Words>{{"--norm_first", "true"},
                                                 {"--activation", "relu"},
                                                 {"--layer_norm_eps", "0.5"},
                                                 {"--nhead", "2"}}) {
    INFO(setting[0]);
    CHECK(deviation(output(setting), before, 1) > 1e-3);
  }
}

TEST_CASE("without grad_output there are no gradients") {
  const Scratch scratch;
  Safetensors inputs = read_safetensors(module_golden("encoder_layer", "inputs"));
  std::erase_if(inputs.tensors, [](const Tensor& t) { return t.name == "grad_output"; });
  write_safetensors(scratch / "inputs", inputs.tensors);
  const std::string model = module_golden("encoder_layer", "model").string();
  REQUIRE(run_heed(scratch.folder(), {"run-module", model, "inputs", "--out", "out"}).status == 0);
  const Safetensors out = read_safetensors(scratch / "out");
  REQUIRE(out.tensors.size() == 1);
  CHECK(out.tensors[0].name == "output");
}

TEST_CASE("a module that cannot be run says why") {
  const Scratch scratch;
  struct Setting {
    std::string name, value, message;
  };
  for (const Setting& s :
       std::vector<Setting>{{"--nhead", "3", "3 heads do not divide d_model 4"},
                            {"--nhead", "0", "0 heads do not divide d_model 4"},
                            {"--nhead", "many", "nhead is 'many'"},
                            {"--activation", "tanh", "'tanh' is not one of relu|gelu|silu"},
                            {"--norm_first", "maybe", "norm_first is 'maybe'"},
                            {"--layer_norm_eps", "-1", "layer_norm_eps is '-1'"},
                            {"--layer_norm_eps", "1e300", "layer_norm_eps 1e+300: must be a finite number"},
                            {"--colour", "red", "there is no option --colour"}}) {
    const ProgramEnd outcome = run_golden("encoder_layer", {s.name, s.value}, scratch);
    INFO(outcome.err);
    CHECK(outcome.status == 2);
    CHECK_THAT(outcome.err, Catch::Contains(s.message));
  }

  // One tensor of the weights or of the inputs is missing (no shape), or has another shape.
  struct File {
    std::string part, tensor;
    std::vector<std::int64_t> shape;
    std::string message;
    int status = 1;
  };
  for (const File& f : std::vector<File>{
           {"model", "metadata", {}, "give --nhead", 2},
           {"model", "prefix", {}, "a prefix such as"},
           {"model", "norm2.weight", {}, "missing: norm2.weight"},
           {"model", "linear1.weight", {}, "no tensor linear1.weight"},
           {"model", "linear1.weight", {7}, "linear1.weight has the shape (7,)"},
           {"model", "linear2.bias", {7}, "linear2.bias: the model has (4,), the file (7,)"},
           {"model", "extra", {1}, "not in the model: extra"},
           {"inputs", "src", {}, "no tensor src"},
           {"inputs", "source", {1}, "'source', which this module does not take"},
           {"inputs", "src", {2, 5, 5}, "src has the shape (2, 5, 5)"},
           {"inputs", "src_mask", {3, 3}, "src_mask has the shape (3, 3): must be (5, 5) or (4, 5, 5)"},
           {"inputs", "src_key_padding_mask", {5, 2}, "must be (2, 5)"},
           {"inputs", "grad_output", {1}, "grad_output has the shape (1,)"}}) {
    Safetensors file = read_safetensors(module_golden("encoder_layer", f.part));
    if (f.tensor == "metadata") file.metadata.clear();
    if (f.tensor == "prefix")
      for (Tensor& t : file.tensors) t.name = "transformer." + t.name;
    std::erase_if(file.tensors, [&](const Tensor& t) { return t.name == f.tensor; });
    std::size_t size = 1;
    for (const std::int64_t n : f.shape) size *= static_cast<std::size_t>(n);
    if (!f.shape.empty())
      file.tensors.push_back(
          make_tensor(f.tensor, f.shape, std::span<const float>(std::vector<float>(size, 0.5F))));
    write_safetensors(scratch / f.part, file.tensors, file.metadata);
    const auto path = [&](const char* part) {
      return (f.part == part ? scratch / part : module_golden("encoder_layer", part)).string();
    };
    const ProgramEnd outcome =
        run_heed(scratch.folder(), {"run-module", path("model"), path("inputs"), "--out", "out"});
    INFO(outcome.err);
    CHECK(outcome.status == f.status);
    CHECK_THAT(outcome.err, Catch::StartsWith("heed: ") && Catch::Contains(f.message));
    CHECK_FALSE(fs::exists(scratch / "out"));
  }
}
