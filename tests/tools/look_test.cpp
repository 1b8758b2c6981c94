// heed look: how each kind of model reads an input while its points are watched, and how they are shown.
#include <algorithm>
#include <cmath>

#include "lib/core/error.hpp"
#include "nn/checkpoint.hpp"
#include "tests/catch.hpp"
#include "tests/lib/files/scratch.hpp"
#include "tests/models/small_models.hpp"
#include "tests/tools/process.hpp"
#include "tests/tools/saved_translator.hpp"
#include "tools/inspect/terminal_view.hpp"

using namespace heed;

namespace {

AnyModel small_model(const std::string& kind) {
  const Scratch scratch;
  if (kind == "translator") return open_for_reading(saved_translator(scratch)).value();
  save_small_model(kind, scratch / "model.safetensors");
  return open_for_reading(scratch.folder()).value();
}

}  // namespace

TEST_CASE("every kind of model is looked into while it reads") {
  struct Case {
    const char *kind, *input;
    Words source, read;  // `read`: the input of the decoder, as far as it does not depend on the weights
    std::size_t patterns;
    const char *remark, *wrong, *why;
  };
  const auto c = GENERATE(values<Case>(
      {{"translator",
        "나는 안녕 사과를",
        {"나는", "안녕→<unk>", "사과를", "<eos>"},
        {"<bos>"},
        3,
        "not in the vocabulary, read as <unk>: 안녕",
        "  ",
        "no token for this sentence"},
       {"integers", "3 1 2", {"3", "1", "2", "<eos>"}, {"<bos>"}, 3, "", "3 five", "'five' is no integer"},
       {"gpt", "a xyz b", {}, {"<bos>", "a", "xyz→<unk>", "b"}, 1, "xyz", "", "no token for this sentence"},
       {"bert",
        "a [MASK] xyz",
        {"<bos>", "a", "[MASK]", "xyz→<unk>", "<eos>"},
        {"[MASK]"},
        1,
        "xyz",
        "",
        "no token for this sentence"},
       {"vit",
        "3",
        {"cls", "r1c1", "r1c2", "r2c1", "r2c2"},
        {"cls"},
        1,
        "(an image of class ",
        "2001",
        "from 1 to 2000"}}));
  INFO(c.kind);
  const AnyModel model = small_model(c.kind);
  const ReadOptions options{.points = {"*.pattern", "logits"}, .gradients = true};
  const Reading reading = read_traced(model, c.input, options);
  CHECK(reading.source == c.source);
  CHECK(std::ranges::equal(c.read, Words(reading.input.begin(), reading.input.begin() + std::ssize(c.read))));
  CHECK(reading.input.size() == reading.output.size());
  CHECK(reading.ids.size() == reading.output.size());
  CHECK(reading.probability.size() == reading.output.size());
  CHECK_THAT(reading.remarks, Catch::Contains(c.remark));
  CHECK(reading.values.size() == c.patterns + 1);
  CHECK(reading.gradients.size() == c.patterns + 1);
  for (std::size_t t = 0; t < reading.ids.size(); ++t) {
    const std::string& word = reading.vocabulary.at(static_cast<std::size_t>(reading.ids[t]));
    CHECK((word == reading.output[t] || reading.output[t].ends_with("→" + word)));
  }
  for (const auto& [name, value] : reading.values) {
    if (is_logits(name)) {
      CHECK(value.dim(-1) == std::ssize(reading.vocabulary));
      continue;
    }
    const PointTokens tokens = tokens_of(reading, name);
    CHECK(value.dim(2) == std::ssize(*tokens.rows));
    CHECK(value.dim(3) == std::ssize(*tokens.columns));
  }
  ReadOptions ablated;
  for (const std::int64_t head : {0, 1}) ablated.ablations.push_back({"*.z", head});
  CHECK(read_traced(model, c.input, ablated).probability != reading.probability);
  CHECK_THROWS_WITH(read_traced(model, c.wrong, {}), Catch::Contains(c.why));
}

TEST_CASE("what points and heads do not exist is said, and what is cut") {
  const AnyModel model = small_model("translator");
  CHECK_THROWS_WITH(read_traced(model, "나는", {.points = {"logit"}}), Catch::Contains("points end with"));
  CHECK_THROWS_WITH(read_traced(model, "나는", {.ablations = {{"encoder.*.z", 2}}}),
                    Catch::Contains("encoder.* has heads 1 to 2, no 3"));
  std::string endless = "나는";
  for (int i = 0; i < 40; ++i) endless += " 나는";
  CHECK_THAT(read_traced(model, endless, {}).remarks,
             Catch::Contains("longer than the model can read: only the first 31 tokens were"));
  const Reading reading = read_traced(model, "나는", {});
  const PointTokens cross = tokens_of(reading, "decoder.layers.0.multihead_attn.pattern");
  CHECK(cross.rows == &reading.output);
  CHECK(cross.columns == &reading.source);
  CHECK(tokens_of(reading, "decoder.layers.0.multihead_attn.key#2").rows == &reading.source);
}

TEST_CASE("maps of any point have their words, ranges and signs, and say what is not shown") {
  const Array wide = Array::ones({1, 2, 200, 200});
  struct Case {
    const char* point;
    Array values;
    Signs signs;
    Words parts;
  };
  const auto c = GENERATE_COPY(values<Case>(
      {{"encoder.layers.0.self_attn.pattern",
        Array({1, 1, 2, 2}, {1, 0, 0.25, 0.75}),
        Signs::none,
        {"encoder.layers.0.self_attn.pattern (1, 1, 2, 2): from 0 to 1\n", "      나는  <eos>\n",
         "나는  ██100     0\n"}},
       {"encoder.layers.0.self_attn.pattern", Array({1, 1, 1, 2}, {-1, 1}), Signs::shown, {"from -1 to 1"}},
       {"encoder.layers.0.self_attn.scores",
        Array({1, 1, 2, 2}, {0, -4, 2, -0.2}),
        Signs::shown,
        {"from -4 to 2; before the mask; 100 % is 4\n", "나는       0 ##-100\n", "<eos> ▓▓  50     -5\n"}},
       {"encoder.layers.0.self_attn.scores",
        wide,
        Signs::shown,
        {"; before the mask; the first 32 × 32 of it, --out FILE has all; 100 % is 1\n", "head 2"}},
       {"attention.query#2", Array({1, 1, 2}, {1, 2}), Signs::shown, {"\nlove "}}}));
  Reading reading;
  reading.source = {"나는", "<eos>"};
  reading.input = {"<bos>", "love"};
  const std::string map = point_maps(reading, c.point, c.values, {.width = 60});
  INFO(map);
  CHECK(signs_of(c.point, c.values) == c.signs);
  for (const std::string& part : c.parts) CHECK(map.find(part) != std::string::npos);
}

TEST_CASE("logits are shown as the likeliest words, and what is not 0 is not shown as 0") {
  Reading reading;
  reading.input = {"<bos>"};
  reading.ids = {1};
  reading.vocabulary = {"<eos>", "나는", "</b>\n", "ש", "d", "e"};
  const Array logits({1, 1, 6}, {0, std::log(Scalar{3}), 0, 0, 0, -1000});
  const std::string words = word_table(reading, "logits", logits, {.width = 100});
  INFO(words);
  CHECK_THAT(words, Catch::StartsWith("logits (1, 1, 6): softmax, the 5 likeliest of 6 (● is the output)"));
  CHECK_THAT(words, Catch::Contains("\n<bos>  ● 나는 0.429  ") && Catch::Contains("ש 0.143"));
  CHECK(words.find("</b>\n") == std::string::npos);   // no token breaks a line
  CHECK(words.find("e 0.000") == std::string::npos);  // the sixth
  CHECK(probability_text(0.9071, 3) == "0.907");
  CHECK(probability_text(0, 2) == "0.00");
  CHECK(probability_text(0.00049, 3) == "<0.001");
}

TEST_CASE("look from the command line") {
  const Scratch scratch;
  saved_translator(scratch);
  const std::string gpt2 =
      std::string(HEED_SOURCE_DIR) + "/tests/golden/gpt2_tiny";  // half a letter is a token
  struct Case {
    Words arguments;
    int status;
    Words parts;  // of the output, or of the error
  };
  const std::vector<Case> cases{
      {{".", "나는", "사과를", "--points", "encoder.*.pattern,logits", "--out", "seen"},
       0,
       {"encoder.layers.0.self_attn.pattern (1, 2, 3, 3)", "70 %", "2 tensors"}},
      {{".", "--list"}, 0, {"\nposition.source\n"}},
      {{".", "나는", "--lang", "ko"}, 0, {"헤드 1"}},
      {{".", "나는", "--points", "*.scores", "--points", "logits"}, 0, {"self_attn.scores", "logits (1, "}},
      {{".", "안녕", "--points", "*.z", "--ablate", "*:1", "--ablate", "*:2"},
       0,
       {"from 0 to 0", "read as <unk>: 안녕"}},
      {{gpt2, "나는 é", "--points", "logits", "--out", "half"}, 0, {"logits (1, "}},
      {{"."}, 2, {"look at what? heed look . \"…\"; --list"}},
      {{".", "나는", "--points", "zzz"}, 2, {"points end with", "pattern"}},
      {{".", "나는", "--ablate", "encoder.layers.0.self_attn"},
       2,
       {"write the attention and the head's number"}},
      {{".", "나는", "--ablate", "attention:1"}, 2, {"attention.z"}},
      {{"nowhere", "나는"}, 1, {"nowhere"}}};
  for (const Case& c : cases) {
    const ProgramEnd end = run_heed(scratch.folder(), plus({"look"}, c.arguments));
    INFO(c.arguments.back() << "\n" << end.err);
    CHECK(end.status == c.status);
    for (const std::string& part : c.parts)
      CHECK_THAT(c.status == 0 ? end.out : end.err, Catch::Contains(part));
  }
  CHECK(load_checkpoint(scratch / "seen").weights.size() == 2);
}
