// Models that are written as ONNX, and what looks at the files.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "lib/core/error.hpp"
#include "lib/process/process.hpp"
#include "models/formats/onnx_graph.hpp"
#include "models/translator.hpp"
#include "tests/catch.hpp"
#include "tests/nn/random_models.hpp"

namespace onnx_cases {

using namespace heed;

inline TransformerOptions with(TransformerOptions o, const std::function<void(TransformerOptions&)>& change) {
  change(o);
  return o;
}

/// Each option that is written as nodes of its own.
inline std::vector<std::pair<std::string, TransformerOptions>> written_options() {
  const std::vector<TransformerOptions> sizes = testing::several_sizes();
  const TransformerOptions &post = sizes[0], &pre_tied = sizes[1], &gelu = sizes[2], &learned = sizes[3];
  return {{"post", post},
          {"pre_tied", pre_tied},
          {"gelu", gelu},
          {"learned", learned},
          {"silu", with(gelu, [](auto& o) { o.layer.activation = Activation::silu; })},
          {"no_bias", with(post, [](auto& o) { o.layer.bias = false; })},
          {"no_final_norm", with(post, [](auto& o) { o.final_norm = FinalNorm::no; })},
          {"no_positions", with(post, [](auto& o) { o.layer.attention.positions = {}; })}};
}

inline Translator numbers_translator(const Transformer& model) {
  const auto vocabulary = [](std::int64_t size) {
    std::vector<std::string> tokens(std::begin(Vocabulary::special_names),
                                    std::end(Vocabulary::special_names));
    while (std::ssize(tokens) < size) tokens.push_back(fmt::format("w{}", tokens.size()));
    return Vocabulary(tokens);
  };
  return {model,
          {"a", Tokenizer(), vocabulary(model.options().source_vocab)},
          {"b", Tokenizer(), vocabulary(model.options().target_vocab)}};
}

/// Debian's onnx.checker, of all files; "" where it is not installed.
inline void check_with_python(const std::vector<std::filesystem::path>& files) {
  const char* const python = "/usr/bin/python3";
  if (!std::filesystem::exists(python) ||
      Process({.arguments = {python, "-c", "import onnx"}}).wait().status != 0) {
    WARN("python3-onnx is not installed: its checker has not looked at the files");
    return;
  }
  ProcessCall call{.arguments = {python, "-c",
                                 "import sys, onnx\n"
                                 "for f in sys.argv[1:]:\n"
                                 "  m = onnx.load(f); onnx.checker.check_model(m, full_check=True)\n"
                                 "  print(m.opset_import[0].version)"}};
  std::string expected;
  for (const auto& file : files) {
    call.arguments.push_back(file.string());
    expected += "17\n";
  }
  const ProcessResult result = Process(call).wait();
  CHECK(result.err == "");
  CHECK(result.out == expected);
}

}  // namespace onnx_cases
