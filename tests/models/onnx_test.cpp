// ONNX: graphs that are well-formed, files that say the same, and, where ONNX Runtime is, what it computes.
#include "models/onnx.hpp"

#include <functional>
#include <nlohmann/json.hpp>
#include <set>

#include "lib/core/error.hpp"
#include "lib/files/json.hpp"
#include "lib/process/process.hpp"
#include "models/onnx_file.hpp"
#include "models/onnx_folder.hpp"
#include "tests/catch.hpp"
#include "tests/lib/files/scratch.hpp"
#include "tests/nn/random_models.hpp"

#if __has_include(<protozero/pbf_reader.hpp>)
#include <protozero/pbf_reader.hpp>
#endif

using namespace heed;

namespace {

TransformerOptions with(TransformerOptions o, const std::function<void(TransformerOptions&)>& change) {
  change(o);
  return o;
}

/// Each option that is written as nodes of its own.
std::vector<std::pair<std::string, TransformerOptions>> written_options() {
  const std::vector<TransformerOptions> sizes = testing::several_sizes();
  const TransformerOptions &post = sizes[0], &pre_tied = sizes[1], &gelu = sizes[2], &learned = sizes[3];
  const auto attention = [&](const char* rules, const char* positions) {
    return with(pre_tied, [&](TransformerOptions& o) {
      o.layer.attention = {.rules = AttentionRules::parse(rules), .positions = Positions::parse(positions)};
    });
  };
  return {{"post", post},
          {"pre_tied", pre_tied},
          {"gelu", gelu},
          {"learned", learned},
          {"silu", with(gelu, [](auto& o) { o.layer.activation = Activation::silu; })},
          {"no_bias", with(post, [](auto& o) { o.layer.bias = false; })},
          {"no_final_norm", with(post, [](auto& o) { o.final_norm = FinalNorm::no; })},
          {"rotary", attention("all", "rotary:500")},
          {"alibi", attention("all", "alibi")},
          {"t5", attention("all", "t5:unscaled")},
          {"window", attention("window:2+global:1", "none")},
          {"random", attention("window:1+random:1:2", "sinusoidal")}};
}

/// What the description of ONNX asks of a graph, for the operators that are used.
void check_well_formed(const OnnxGraph& graph) {
  std::set<std::string> known;
  const auto add = [&](const std::string& name) {
    INFO(name);
    CHECK(known.insert(name).second);
  };
  for (const OnnxPort& port : graph.inputs()) add(port.name);
  for (const OnnxTensor& tensor : graph.constants()) {
    add(tensor.name);
    std::int64_t size = tensor.type == OnnxType::int64 ? 8 : tensor.type == OnnxType::float32 ? 4 : 1;
    for (const std::int64_t length : tensor.shape) size *= length;
    CHECK(size == std::ssize(tensor.bytes));
  }
  std::set<std::string> used;
  for (const OnnxNode& node : graph.all_nodes()) {
    for (const std::string& name : node.inputs) {
      INFO(node.op << ": " << name);
      CHECK(known.contains(name));  // computed before
      used.insert(name);
    }
    for (const std::string& name : node.outputs) add(name);
  }
  for (const OnnxPort& port : graph.outputs()) CHECK(known.contains(port.name));
  for (const OnnxTensor& tensor : graph.constants()) CHECK(used.contains(tensor.name));
  for (const OnnxPort& port : graph.inputs()) CHECK(used.contains(port.name));
}

Translator numbers_translator(const Transformer& model) {
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

bool can_write_files() {
  try {
    onnx_bytes(OnnxGraph("empty"));
  } catch (const UsageError& missing) {  // built without protozero
    CHECK_THAT(missing.what(), Catch::Contains("libprotozero-dev"));
    return false;
  }
  return true;
}

/// Debian's onnx.checker, of all files; "" where it is not installed.
void check_with_python(const std::vector<std::filesystem::path>& files) {
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

/// The model as save_onnx() leaves it, and in case.json what tools/onnxruntime/compare.mjs compares: logits
/// of two targets, and greedy translations of four sources of different lengths.
void write_case(const std::filesystem::path& folder, const TransformerOptions& o) {
  const Transformer model = testing::random_model(o, 5);
  save_onnx(folder, numbers_translator(model));
  const auto sentences = testing::random_sentences(4, 9, o.source_vocab, 7);
  const Tokens source = make_sources(sentences);
  const std::int64_t rows = source.dim(0), length = 6, last = 20;
  Rng rng(8);
  std::vector<std::int32_t> ids;
  for (std::int64_t i = 0; i < rows * length; ++i)
    ids.push_back(i % length == 0 ? 2 : static_cast<std::int32_t>(1 + rng.integer(o.target_vocab - 1)));
  const auto table = [](const Tokens& tokens) {
    nlohmann::json rows_of = nlohmann::json::array();
    for (std::int64_t row = 0; row < tokens.dim(0); ++row) {
      const auto begin = tokens.ids().begin() + row * tokens.dim(1);
      rows_of.push_back(std::vector<std::int32_t>(begin, begin + tokens.dim(1)));
    }
    return rows_of;
  };
  const Tokens target({rows, length}, ids);
  DecodingState state = model.begin(source, length);
  const Array logits = model.extend(target, state).value();
  nlohmann::json given{{"source", table(source)}, {"target", table(target)}, {"max_length", last}};
  given["logits"] = std::vector<double>(logits.values().begin(), logits.values().end());
  for (const Hypothesis& h : greedy_decode(model, source, {.max_length = last}))
    given["translation"].push_back(h.tokens);
  write_json(folder / "case.json", given);
}

}  // namespace

TEST_CASE("the graphs of ONNX are well-formed, whatever the options", "[onnx]") {
  for (const auto& [name, options] : written_options()) {
    INFO(name);
    const Transformer model = testing::random_model(options, 1);
    check_well_formed(onnx_encoder(model));
    const OnnxGraph decoder = onnx_decoder(model);
    check_well_formed(decoder);
    CHECK(std::ssize(decoder.inputs()) == 2 + 4 * options.decoder_layers);
    CHECK(std::ssize(decoder.outputs()) == 1 + 2 * options.decoder_layers);
    CHECK(decoder.has("generator.weight") == (options.tie == Tie::none));
  }
}

TEST_CASE("what is not written as ONNX is refused, all at once", "[onnx]") {
  const std::vector<TransformerOptions> sizes = testing::several_sizes();
  CHECK_THROWS_WITH(onnx_encoder(testing::random_model(sizes[5], 1)),
                    Catch::Contains("--global-projection shared"));
  CHECK_THROWS_WITH(onnx_decoder(testing::random_model(sizes[6], 1)), Catch::Contains("--kernel dense"));
  const TransformerOptions shaw =
      with(sizes[0], [](auto& o) { o.layer.attention.positions.kind = Position::shaw; });
  CHECK_THROWS_WITH(onnx_encoder(testing::random_model(shaw, 1)),
                    Catch::Contains("its positions are shaw (--position sinusoidal)"));
}

TEST_CASE("a folder of ONNX has all that it takes to translate, or is not there", "[onnx]") {
  const Scratch scratch;
  const TransformerOptions o = testing::several_sizes()[0];
  const Transformer model = testing::random_model(o, 1);
  const Translator translator = numbers_translator(model);
  if (!can_write_files()) {
    CHECK_THROWS_AS(save_onnx(scratch / "onnx", translator), UsageError);
    CHECK(scratch.files() == 0);
    return;
  }
  save_onnx(scratch / "onnx" / "", translator);
  CHECK(scratch.files() == 1);
  const nlohmann::json config = read_json(scratch / "onnx" / "config.json");
  CHECK(config["decoder_start_token_id"] == 2);
  CHECK(config["graphs"]["encoder"]["outputs"] ==
        nlohmann::json({"memory", "memory_key.0", "memory_value.0"}));
  CHECK(read_json(scratch / "onnx" / "vocab.json")["w11"] == 11);
  CHECK(exists(scratch / "onnx" / "target_vocab.json"));
  CHECK(exists(scratch / "onnx" / "tokenizer_config.json"));
  CHECK_THROWS_WITH(save_onnx(scratch / "onnx", translator), Catch::Contains("there already"));
  check_with_python({scratch / "onnx" / "encoder.onnx", scratch / "onnx" / "decoder.onnx"});
}

#if __has_include(<protozero/pbf_reader.hpp>)
TEST_CASE("an .onnx file holds the weights to the bit, and every node", "[onnx]") {
  if (!can_write_files()) return;
  const Transformer model = testing::random_model(testing::several_sizes()[0], 1);
  const OnnxGraph decoder = onnx_decoder(model);
  const std::string bytes = onnx_bytes(decoder);
  std::size_t nodes = 0, weights = 0;
  std::vector<std::string> ports;
  protozero::pbf_reader file(bytes);
  REQUIRE(file.next(7));  // ModelProto.graph
  protozero::pbf_reader graph = file.get_message();
  while (graph.next()) {
    if (graph.tag() == 1) {
      protozero::pbf_reader node = graph.get_message();
      REQUIRE(node.next(4));  // op_type
      CHECK(node.get_string() == decoder.all_nodes()[nodes++].op);
    } else if (graph.tag() == 5) {
      protozero::pbf_reader tensor = graph.get_message();
      std::string name, raw;
      std::vector<std::int64_t> shape;
      while (tensor.next()) {
        if (tensor.tag() == 1) {
          shape.push_back(tensor.get_int64());
        } else if (tensor.tag() == 8) {
          name = tensor.get_string();
        } else if (tensor.tag() == 9) {
          raw = tensor.get_string();
        } else {
          tensor.skip();
        }
      }
      for (const auto& [ours, value] : model.state_dict()) {
        if (ours != name) continue;
        ++weights;
        const std::vector<float> expected(value.values().begin(), value.values().end());
        CHECK(shape == std::vector<std::int64_t>(value.shape().begin(), value.shape().end()));
        CHECK(raw == std::string(reinterpret_cast<const char*>(expected.data()), expected.size() * 4));
      }
    } else if (graph.tag() == 11) {
      protozero::pbf_reader port = graph.get_message();
      REQUIRE(port.next(1));
      ports.push_back(port.get_string());
    } else {
      graph.skip();
    }
  }
  CHECK(nodes == decoder.all_nodes().size());
  CHECK(weights == 21);  // 16 of the layer, the embedding, and two each of norm and generator
  CHECK(ports == std::vector<std::string>{"target", "source", "memory_key.0", "memory_value.0", "past_key.0",
                                          "past_value.0"});
}
#endif

// tools/check/onnx.sh installs what it needs, and runs it.
TEST_CASE("ONNX Runtime computes the same logits and translations", "[.][onnxruntime]") {
  REQUIRE(can_write_files());
  const Scratch scratch;
  ProcessCall call{.arguments = {"node", HEED_SOURCE_DIR "/tools/onnxruntime/compare.mjs"}};
  std::vector<std::filesystem::path> files;
  for (const auto& [name, options] : written_options()) {
    write_case(scratch / name, options);
    call.arguments.push_back((scratch / name).string());
    for (const char* const file : {"encoder.onnx", "decoder.onnx"}) files.push_back(scratch / name / file);
  }
  check_with_python(files);
  const ProcessResult result = Process(call).wait();
  WARN(result.out);
  CHECK(result.err == "");
  CHECK(result.status == 0);
}
