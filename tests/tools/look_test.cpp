// heed look: what stands at each point of a saved model, and how it is shown.
#include <algorithm>
#include <cmath>
#include <limits>

#include "lib/core/error.hpp"
#include "lib/data/image_data.hpp"
#include "lib/report/width.hpp"
#include "models/labelled_images.hpp"
#include "models/sequence_solver.hpp"
#include "nn/checkpoint.hpp"
#include "tests/catch.hpp"
#include "tests/lib/files/scratch.hpp"
#include "tests/models/small_vit.hpp"
#include "tests/tools/process.hpp"
#include "tests/tools/saved_translator.hpp"
#include "tests/tools/tiny_bert.hpp"
#include "tools/look/likeliest_words.hpp"
#include "tools/look/point_maps.hpp"

using namespace heed;

TEST_CASE("a model is looked into while it translates") {
  const Scratch scratch;
  const LookableModel model(saved_translator(scratch));
  const Looked looked = model.look("나는 사과를", {.points = {"*.pattern", "logits"}, .gradients = true});
  CHECK(looked.source == std::vector<std::string>{"나는", "사과를", "<eos>"});
  CHECK(looked.input.size() == looked.output.size());
  CHECK(looked.probability.size() == looked.output.size());
  CHECK(looked.values.size() == 4);
  CHECK(looked.gradients.size() == 4);
  const PointTokens cross = tokens_of(looked, "decoder.layers.0.multihead_attn.pattern");
  CHECK(cross.rows == &looked.output);
  CHECK(cross.columns == &looked.source);
  CHECK(tokens_of(looked, "decoder.layers.0.multihead_attn.key#2").rows == &looked.source);
  const Looked without = model.look("나는 사과를", {.ablations = {{"*.z", 0}, {"*.z", 1}}});
  CHECK(without.probability != looked.probability);
  CHECK_THROWS_WITH(model.look("나는", {.points = {"logit"}}), Catch::Contains("near it: logits"));
  CHECK_THROWS_WITH(model.look("나는", {.ablations = {{"encoder.*.z", 2}}}),
                    Catch::Contains("encoder.* has heads 1 to 2, no 3"));
  CHECK_THROWS_WITH(model.look("  ", {}), Catch::Contains("no token for this sentence"));
}

TEST_CASE("a pattern that is looked at has the rows of global positions with projections of their own") {
  const Scratch scratch;
  const LookableModel model(saved_translator(scratch, {.rules = AttentionRules::parse("window:1+global:1"),
                                                       .global_projection = GlobalProjection::own}));
  const std::string at = "encoder.layers.0.self_attn.";
  const Looked looked =
      model.look("나는 사과를", {.points = {at + "pattern", at + "scores"}, .gradients = true});
  for (const StateDict* values : {&looked.values, &looked.gradients}) {
    std::vector<std::string> names;
    for (const auto& [name, value] : *values) names.push_back(name);
    std::sort(names.begin(), names.end());
    CHECK(names == std::vector<std::string>{at + "pattern", at + "scores", at + "scores#2"});
  }
  const auto value = [&](const std::string& name) {
    return std::ranges::find(looked.values, at + name, &StateDict::value_type::first)->second;
  };
  const Array pattern = value("pattern"), own = value("scores#2");  // (1, 2, 3, 3), (1, 2, 1, 3)
  REQUIRE(pattern.shape() == Shape{1, 2, 3, 3});
  for (std::int64_t head = 0; head < 2; ++head) {
    double total = 0;
    for (std::int64_t j = 0; j < 3; ++j) total += std::exp(static_cast<double>(own.data()[3 * head + j]));
    for (std::int64_t j = 0; j < 3; ++j)
      CHECK(static_cast<double>(pattern.data()[9 * head + j]) ==
            Approx(std::exp(static_cast<double>(own.data()[3 * head + j])) / total).margin(1e-5));
  }
}

TEST_CASE("words that a model does not know, and what it has no room for, are said where it is looked into") {
  const Scratch scratch;
  const LookableModel model(saved_translator(scratch));
  const Looked looked = model.look("나는 안녕 사과를", {});
  CHECK(looked.source == std::vector<std::string>{"나는", "안녕→<unk>", "사과를", "<eos>"});
  CHECK_THAT(looked.remarks, Catch::Contains("not in the vocabulary, read as <unk>: 안녕"));
  CHECK_THAT(looked.remarks, !Catch::Contains("longer than the model can read"));
  std::string endless = "나는";
  for (int i = 0; i < 40; ++i) endless += " 나는";
  CHECK_THAT(model.look(endless, {}).remarks,
             Catch::Contains("longer than the model can read: only the first 31 tokens were"));
}

TEST_CASE("maps of any point: right widths, ranges, and NaN said") {
  Looked looked;
  looked.source = {"나는", "<eos>"};
  const Terminal plain{.width = 60};
  const std::string map =
      point_maps(looked, "encoder.layers.0.self_attn.pattern", Array({1, 1, 2, 2}, {1, 0, 0.25, 0.75}), plain)
          .text;
  INFO(map);
  CHECK_THAT(map, Catch::StartsWith("encoder.layers.0.self_attn.pattern (1, 1, 2, 2): from 0 to 1\n"));
  CHECK_THAT(map, Catch::Contains("      나는  <eos>\n") && Catch::Contains("나는  ██100     0\n"));
  const Scalar nan = std::numeric_limits<Scalar>::quiet_NaN();
  CHECK_THAT(point_maps(looked, "encoder.norm", Array({1, 2, 2}, {nan, -2, 3, 0}), plain).text,
             Catch::Contains("from -2 to 3; 100 % is 3; 1 value is NaN or infinite\n"));
  CHECK_THAT(point_maps(looked, "encoder.norm", Array({1, 2, 2}, {nan, nan, 3, 0}), plain).text,
             Catch::Contains("; 2 values are NaN or infinite\n"));
  CHECK_THAT(point_maps(looked, "logits", Array::ones({1, 1, 100}), plain).text,
             Catch::Contains("the first 64 of 100 numbers"));
  const PointMaps scores =
      point_maps(looked, "encoder.layers.0.self_attn.scores", Array({1, 1, 2, 2}, {0, -4, 2, -0.2}), plain);
  INFO(scores.text);
  CHECK(scores.signs == Signs::shown);
  CHECK_THAT(scores.text, Catch::Contains("from -4 to 2; before the mask; 100 % is 4\n"));
  CHECK_THAT(scores.text,
             Catch::Contains("나는       0 ##-100\n") && Catch::Contains("<eos> ▓▓  50     -5\n"));
}

TEST_CASE("of a model that goes on token by token each pass has the token that it is behind") {
  Looked looked;
  looked.input = {"<bos>", "i", "love"};
  const auto label = [&](const char* point) {
    const std::string text = point_maps(looked, point, Array({1, 1, 2}, {1, 2}), {.width = 80}).text;
    const std::size_t row = text.rfind('\n', text.size() - 3) + 1;
    return text.substr(row, text.find(' ', row) - row);
  };
  CHECK(label("attention.query") == "<bos>");
  CHECK(label("attention.query#2") == "i");
  CHECK(label("attention.query#3") == "love");
}

TEST_CASE("maps of a long text show its beginning, and say so") {
  Looked looked;
  looked.source.assign(200, "나는");
  const std::string map =
      point_maps(looked, "encoder.layers.0.self_attn.scores", Array::ones({1, 2, 200, 200}), {.width = 80})
          .text;
  CHECK_THAT(
      map, Catch::Contains("; before the mask; the first 32 of 200 words, --out FILE has all; 100 % is 1\n"));
  CHECK(std::count(map.begin(), map.end(), '\n') < 300);
  const std::string vectors =
      point_maps(looked, "encoder.norm", Array::ones({1, 200, 100}), {.width = 80}).text;
  CHECK_THAT(vectors, Catch::Contains("the first 32 of 200 words") && Catch::Contains("the first 64 of 100"));
  looked.source.resize(32);
  CHECK_THAT(point_maps(looked, "encoder.layers.0.self_attn.pattern", Array::ones({1, 1, 32, 32}), {}).text,
             !Catch::Contains("the first") && !Catch::Contains("mask"));
  const Array gradient({1, 1, 1, 2}, {-1, 1});
  const auto signs = [&](const char* point, const Array& values) {
    return point_maps(looked, point, values, {}).signs;
  };
  CHECK(signs("encoder.layers.0.self_attn.pattern", gradient) == Signs::shown);
  CHECK(signs("encoder.layers.0.self_attn.pattern", Array({1, 1, 1, 2}, {0, 1})) == Signs::none);
  CHECK(signs("encoder.norm", Array({1, 1, 2}, {0, 1})) == Signs::shown);
}

TEST_CASE("logits are shown as the likeliest words, with what followed") {
  Looked looked;
  looked.input = {"<bos>", "나는"};
  looked.next = {1, 0};
  looked.vocabulary = {"<eos>", "나는", "</b>\n", "ש", "d", "e"};
  const Scalar nan = std::numeric_limits<Scalar>::quiet_NaN();
  const Scalar ln3 = std::log(Scalar{3});
  const Array logits({1, 2, 6}, {0, ln3, 0, 0, 0, -1000, nan, 0, 0, 0, 0, 0});
  const std::string words = likeliest_words(looked, "logits", logits, {.width = 100});
  INFO(words);
  CHECK_THAT(words,
             Catch::StartsWith("logits (1, 2, 6): softmax, the 5 likeliest of 6 words at each position"));
  CHECK_THAT(words, Catch::Contains("\n<bos>  ● 나는 0.429  ") && Catch::Contains("ש 0.143"));
  CHECK_THAT(words, Catch::Contains("\n나는   NaN\n"));
  CHECK(words.find("</b>\n") == std::string::npos);   // no token breaks a line
  CHECK(words.find("e 0.000") == std::string::npos);  // the sixth
  Looked many = looked;
  many.vocabulary.assign(30'000, "나는");
  const std::string caption = likeliest_words(many, "logits", Array::zeros({1, 2, 30'000}), {.width = 80});
  CHECK(printable_width(caption.substr(0, caption.find('\n'))) <= 80);
  const Terminal narrow{.interactive = true, .width = 22};
  CHECK_THAT(likeliest_words(looked, "logits", logits, narrow), Catch::Contains("the 1 likeliest of 6"));
  const std::string gradients =
      largest_gradients(looked, "logits", Array({1, 2, 6}, {0, -0.5, 0.25, 0, 0, 0, 1, 0, 0, 0, 0, 0}), {});
  CHECK_THAT(gradients, Catch::Contains("● 나는 -0.500") && Catch::Contains(" +0.250") &&
                            Catch::Contains("● <eos> +1.000"));
}

TEST_CASE("what is not 0 is not shown as 0") {
  CHECK(probability_text(0.9071, 3) == "0.907");
  CHECK(probability_text(0, 2) == "0.00");
  CHECK(probability_text(0.00049, 3) == "<0.001");
  CHECK(probability_text(0.0051, 2) == "0.01");
  Looked looked;
  looked.input = {"<bos>"};
  looked.next = {0};
  looked.vocabulary = {"a", "b", "c"};
  CHECK_THAT(likeliest_words(looked, "logits", Array({1, 1, 3}, {9, 0, -1000}), {}),
             Catch::Contains("a 1.000  b <0.001  c 0.000"));
  CHECK_THAT(largest_gradients(looked, "logits", Array({1, 1, 3}, {-0.0003f, 0.00002f, 0}), {}),
             Catch::Contains("a -3.0e-04  b +2.0e-05  c +0.000"));
}

TEST_CASE("a model that computes NaN is looked into, and the first point that does is said") {
  const Scratch scratch;
  const LookableModel model(damaged_translator(scratch, "decoder.layers.0.linear1.weight"));
  const Looked looked = model.look("나는 안녕", {.points = {"*.pattern", "logits"}, .gradients = true});
  CHECK(looked.broken == "decoder.layers.0.linear1");
  CHECK(looked.source == std::vector<std::string>{"나는", "안녕→<unk>", "<eos>"});
  CHECK(looked.output == std::vector<std::string>{"<eos>"});
  CHECK(std::isnan(looked.probability.at(0)));
  CHECK(looked.values.size() == 4);
  CHECK_THAT(looked.remarks,
             Catch::Contains("nothing is written") && !Catch::Contains("before the first word"));
  std::string endless = "나는";
  for (int i = 0; i < 40; ++i) endless += " 나는";
  CHECK(model.look(endless, {}).source.size() == 32);

  const auto heed_in = [&](std::vector<std::string> words) {
    return run({.arguments = std::move(words), .folder = scratch.folder()});
  };
  const ProgramEnd shown = heed_in({"look", ".", "나는", "--points", "decoder.*.norm3", "--plain"});
  CHECK(shown.status == 0);
  CHECK_THAT(shown.err,
             Catch::Contains("note: . computes NaN or infinity, first at decoder.layers.0.linear1:"));
  CHECK_THAT(shown.out,
             Catch::Contains("<eos> NaN") &&
                 Catch::Contains("decoder.layers.0.norm3 (1, 1, 8): all values are NaN or infinite\n"));
  CHECK_THAT(heed_in({"look", ".", "나는", "--lang", "ko"}).err,
             Catch::Contains("decoder.layers.0.linear1에서 처음으로 NaN이나 무한대를 계산함"));

  const Scratch fine;
  CHECK(LookableModel(saved_translator(fine)).look("나는", {.gradients = true}).broken.empty());
}

TEST_CASE("BERT is looked into while it finds hidden words") {
  const Scratch scratch;
  const auto heed_in = [&](std::vector<std::string> words) {
    return run({.arguments = std::move(words), .folder = scratch.folder()});
  };
  std::string text;
  for (int i = 0; i < 40; ++i) text += "a b c d\nb c d a\n";
  spill(scratch / "abc.txt", text);
  REQUIRE(heed_in(tiny_bert({"--data", "abc.txt", "--out", "bert"})).status == 0);

  const LookableModel model(scratch / "bert");
  const Looked hidden = model.look("a [MASK] xyz", {.points = {"*.pattern", "logits"}, .gradients = true});
  CHECK(hidden.source == std::vector<std::string>{"<bos>", "a", "[MASK]", "xyz→<unk>", "<eos>"});
  CHECK(hidden.input == std::vector<std::string>{"[MASK]"});
  CHECK(hidden.output.size() == 1);
  CHECK(hidden.text == "a " + hidden.output[0] + " xyz");
  CHECK(hidden.probability.at(0) > 1.0 / 11);  // the likeliest of eleven
  CHECK_THAT(hidden.remarks, Catch::Contains("xyz"));
  CHECK(hidden.gradients.size() == 2);
  CHECK(tokens_of(hidden, "encoder.layers.0.self_attn.pattern").rows == &hidden.source);
  CHECK(tokens_of(hidden, "embeddings.LayerNorm").rows == &hidden.source);
  CHECK(model.look("a b", {}).output == std::vector<std::string>{"a", "b"});
  CHECK(model.look("a [MASK]", {.ablations = {{"*.z", 0}, {"*.z", 1}}}).probability !=
        model.look("a [MASK]", {}).probability);

  const ProgramEnd shown = heed_in({"look", "bert", "a", "[MASK]", "--points", "logits"});
  CHECK_THAT(shown.out, Catch::Contains("● is the word there") && Catch::Contains("\nat "));
  CHECK_THAT(heed_in({"look", "bert", "a [MASK]", "--lang", "ko", "--points", "logits"}).out,
             Catch::Contains("그 자리의 낱말"));
  CHECK(heed_in({"look", "bert", ""}).status == 2);
}

TEST_CASE("a ViT is looked into while it says the class of an image, patches by their place in the grid") {
  const Scratch scratch;
  Rng rng(3);
  const Vit vit(small_vit, rng);
  save_vit(vit, scratch / "model.safetensors");
  const LookableModel model(scratch.folder());
  CHECK(model.heads() == 2);
  CHECK(model.length("3") == 5);
  const Looked looked = model.look("3", {.points = {"*.pattern", "head"}, .gradients = true});
  CHECK(looked.source == std::vector<std::string>{"cls", "r1c1", "r1c2", "r2c1", "r2c2"});
  CHECK(looked.output == std::vector<std::string>{looked.text});
  CHECK(looked.probability.at(0) >= 0.1);  // the likeliest of ten
  CHECK(looked.values.size() == 2);
  CHECK(looked.gradients.size() == 2);
  const PointTokens pattern = tokens_of(looked, "encoder.layers.0.self_attn.pattern");
  CHECK(pattern.rows == &looked.source);
  CHECK(pattern.columns == &looked.source);
  for (const char* point : {"head", "logits"}) CHECK(tokens_of(looked, point).rows == &looked.input);
  for (const char* point : {"embedding", "position", "encoder.norm"})
    CHECK(tokens_of(looked, point).rows == &looked.source);
  const ImageSet digits = load_images({.images = 1}).test;
  for (const std::size_t at : {0, 2, 5}) {
    const Looked image = model.look(std::to_string(at + 1), {.points = {"head"}});
    CHECK_THAT(image.remarks, Catch::Contains(fmt::format("(an image of class {})", digits.classes.at(at))));
    const std::size_t one[] = {at};
    CHECK(identical(image.values.at(0).second, vit(Variable(pixels_of(digits, one))).value()));
  }
  CHECK(model.look("3", {.ablations = {{"*.z", 0}, {"*.z", 1}}}).probability != looked.probability);
  for (const char* none : {"three", "0", "", "2001"}) CHECK_THROWS_AS(model.look(none, {}), UsageError);
  for (const char* none : {"0", "2001", "99999999999999999999"})
    CHECK_THROWS_WITH(model.look(none, {}), Catch::Contains("there are 2000 images"));
  CHECK_THROWS_WITH(model.look("nowhere 3", {}), Catch::Contains("nowhere/t"));
  const ProgramEnd shown = run({.arguments = {"look", ".", "3", "--plain"}, .folder = scratch.folder()});
  INFO(shown.err);
  CHECK_THAT(shown.out, Catch::Contains("→ " + looked.text + "  (an image of class ") &&
                            Catch::Contains("cls") && Catch::Contains("r2c1"));
  const auto heed_in = [&](std::vector<std::string> words) {
    return run({.arguments = std::move(words), .folder = scratch.folder()}).out;
  };
  CHECK_THAT(run({.arguments = {"look", "."}, .folder = scratch.folder()}).err,
             Catch::StartsWith("heed: look at which image? heed look . 3; "));
  CHECK_THAT(heed_in({"look", ".", "3", "--plain", "--points", "position"}),
             Catch::Contains("\ncls") && Catch::Contains("\nr2c2 "));
  CHECK_THAT(heed_in({"look", ".", "3", "--points", "logits", "--gradients"}),
             Catch::Contains("logits (1, 10): softmax, the 5 likeliest of 10 classes\n(● is its answer)\n") &&
                 Catch::Contains("● " + looked.text + " 0.") &&
                 Catch::Contains("the 5 largest of 10 classes"));
  CHECK_THAT(heed_in({"look", ".", "3", "--points", "logits", "--lang", "ko"}),
             Catch::Contains("소프트맥스, 클래스 10개 가운데 가장 그럴듯한 5개\n(●: 모델의 답)"));
}

TEST_CASE("a model that reverses integers is looked into") {
  const Scratch scratch;
  constexpr std::int32_t first_symbol = 4;
  Rng rng(3);
  const Transformer transformer({.source_vocab = first_symbol + 5,
                                 .target_vocab = first_symbol + 5,
                                 .encoder_layers = 1,
                                 .decoder_layers = 1,
                                 .layer = {.d_model = 8, .heads = 2, .dim_feedforward = 8, .max_length = 16}},
                                rng);
  transformer.eval();
  const SequenceSolver solver(transformer, SequenceTask::reverse, first_symbol);
  solver.save(scratch / "model.safetensors");

  const LookableModel model(scratch.folder());
  CHECK(model.heads() == 2);
  CHECK(model.length("3 1 2") == 3);
  const Looked looked = model.look("3 1 2", {.points = {"*.pattern", "logits"}, .gradients = true});
  CHECK(looked.source == std::vector<std::string>{"3", "1", "2", "<eos>"});
  CHECK(looked.text == solver.answers({"3 1 2"})[0]);
  CHECK(looked.output.back() == "<eos>");
  CHECK(looked.input.size() == looked.output.size());
  CHECK(looked.values.size() == 4);
  CHECK(looked.vocabulary ==
        std::vector<std::string>{"<pad>", "<unk>", "<bos>", "<eos>", "0", "1", "2", "3", "4"});
  CHECK(model.look("3 1 2", {.ablations = {{"*.z", 0}, {"*.z", 1}}}).probability != looked.probability);
  CHECK_THROWS_WITH(model.look("3 five", {}), Catch::Contains("'five' is no integer"));
}

TEST_CASE("look from the command line") {
  const Scratch scratch;
  const std::string model = saved_translator(scratch);
  const auto heed_in = [&](std::vector<std::string> words) {
    return run({.arguments = std::move(words), .folder = scratch.folder()});
  };
  const ProgramEnd looked = heed_in({"look", ".", "나는", "사과를", "--points", "encoder.*.pattern,logits",
                                     "--gradients", "--out", "seen.safetensors"});
  INFO(looked.err);
  CHECK(looked.status == 0);
  CHECK_THAT(looked.out, Catch::Contains("encoder.layers.0.self_attn.pattern (1, 2, 3, 3)") &&
                             Catch::Contains("gradient: logits") && Catch::Contains("4 tensors"));
  CHECK(load_checkpoint(scratch / "seen.safetensors").weights.size() == 4);
  CHECK_THAT(heed_in({"look", ".", "--list"}).out, Catch::Contains("\nposition.source\n"));
  CHECK_THAT(heed_in({"look", ".", "나는", "--lang", "ko"}).out, Catch::Contains("헤드 1"));
  const std::string range = "of the largest |value| of each point";
  CHECK_THAT(heed_in({"look", ".", "나는"}).out, Catch::Contains("70 %") && !Catch::Contains(range));
  CHECK_THAT(heed_in({"look", ".", "나는", "--points", "*.scores"}).out, Catch::Contains("  " + range));
  CHECK_THAT(heed_in({"look", ".", "나는", "--points", "*.scores,*.pattern"}).out,
             Catch::Contains("of weights: of 1; of other values: " + range));
  const ProgramEnd wrong = heed_in({"look", ".", "나는", "--points", "*.patern"});
  CHECK(wrong.status == 2);
  CHECK_THAT(wrong.err, Catch::Contains("near it: encoder.layers.0.self_attn.pattern"));
  const ProgramEnd far = heed_in({"look", ".", "나는", "--points", "zzz"});
  CHECK_THAT(far.err,
             Catch::Contains("points end with") && Catch::Contains("pattern") && !Catch::Contains("near it"));
  CHECK_THAT(heed_in({"look", ".", "나는", "--points", "*.scores", "--points", "logits"}).out,
             Catch::Contains("self_attn.scores") && Catch::Contains("logits (1, "));
  CHECK(heed_in({"look", ".", "나는", "--ablate", "encoder.layers.0.self_attn"}).status == 2);
  const ProgramEnd no_attention = heed_in({"look", ".", "나는", "--ablate", "attention:1"});
  CHECK(no_attention.status == 2);
  CHECK_THAT(no_attention.err,
             Catch::Contains("there are: encoder.layers.0.self_attn, decoder.layers.0.self_attn"));
  const ProgramEnd all = heed_in({"look", ".", "안녕", "--points", "*.z", "--ablate", "*:1,*:2"});
  CHECK_THAT(all.out, Catch::Contains("from 0 to 0") && Catch::Contains("read as <unk>: 안녕"));
  CHECK(heed_in({"look", "nowhere", "나는"}).status == 1);

  // a language model of bytes: half a letter is a token
  const std::string gpt2 = std::string(HEED_SOURCE_DIR) + "/tests/golden/gpt2_tiny";
  CHECK(heed_in({"look", gpt2, "나는 é", "--out", "half.safetensors"}).status == 0);
  const ProgramEnd bytes = heed_in({"look", gpt2, "나는 é", "--points", "logits", "--plain"});
  CHECK(bytes.status == 0);
  CHECK_THAT(bytes.out, Catch::Contains("logits (1, ") && !Catch::Contains("█"));
}
