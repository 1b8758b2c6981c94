// heed vit: training on images of a folder, what it says and shows, and a saved model.
#include "tools/vit/train_vit.hpp"

#include <algorithm>
#include <regex>
#include <set>

#include "tests/tools/refusals.hpp"
#include "tests/tools/small_corpus.hpp"

using namespace heed;

namespace {

/// Drawn digits as MNIST's files.
void write_idx(const Scratch& scratch, const std::string& part, const ImageSet& set) {
  const auto number = [](std::size_t n) {
    return std::string{'\0', '\0', static_cast<char>(n / 256), static_cast<char>(n % 256)};
  };
  const std::string sides =
      number(static_cast<std::size_t>(set.height)) + number(static_cast<std::size_t>(set.width));
  spill(scratch / ("digits/" + part + "-images-idx3-ubyte"),
        std::string("\0\0\x08\x03", 4) + number(set.size()) + sides +
            std::string(set.pixels.begin(), set.pixels.end()));
  spill(scratch / ("digits/" + part + "-labels-idx1-ubyte"),
        std::string("\0\0\x08\x01", 4) + number(set.size()) +
            std::string(set.classes.begin(), set.classes.end()));
}

Words tiny_vit(const Words& more) {
  return plus(
      words_of("vit --d-model 8 --heads 2 --layers 1 --ff 8 --epochs 4 --warmup 5 --threads 1 --batch 16"),
      more);
}

}  // namespace

TEST_CASE("heed vit trains on a folder of MNIST's files, says how well, shows images, and loads its model") {
  const Scratch scratch;
  std::filesystem::create_directories(scratch / "digits");
  write_idx(scratch, "train", draw_digits({.images = 120, .seed = 1, .size = 16}));
  write_idx(scratch, "t10k", draw_digits({.images = 30, .seed = 2, .size = 16}));
  const ProgramEnd trained =
      run_well(scratch.folder(), tiny_vit({"--data", "digits", "--patch", "8", "--show", "2"}));
  CHECK(trained.err.empty());
  CHECK_THAT(trained.out,
             Catch::StartsWith("digits: 108 images of 16 × 16 to train on, 12 for validation, 30 for "
                               "the test\nepoch  1/4") &&
                 Catch::Matches("[^]*  valid accuracy [0-9.]+ %[^]*") && Catch::Contains("images/s") &&
                 Catch::Contains("convolution net") && Catch::Contains(" %    4 epochs   ") &&
                 Catch::Contains("is taken for") && Catch::Contains(" │ "));
  CHECK(std::filesystem::exists(scratch / "runs/vit-digits/run.json"));
  for (const char* who : {"Vision Transformer", "convolution net"})
    CHECK(std::regex_search(trained.out, std::regex(std::string("  ") + who + " +[0-9,]+ +[0-9.]+ %")));
  const ProgramEnd korean =
      run_heed(scratch.folder(), tiny_vit({"--data", "digits", "--patch", "8", "--epochs", "1", "--show", "0",
                                           "--out", "ko", "--lang", "ko"}));
  CHECK_THAT(korean.out,
             Catch::StartsWith("digits: 학습 그림 108장(16×16), 검증 12장, 시험 30장\n에포크  1/1") &&
                 Catch::Contains("  검증 정확도 "));
  CHECK(std::regex_search(korean.out, std::regex("에포크 1   [0-9]+초( 미만)?\n")));
  const ProgramEnd again =
      run_heed(scratch.folder(), {"vit", "--data", "digits", "--show", "2", "--lang", "ko"});
  CHECK(again.status == 0);
  CHECK_THAT(again.out, Catch::StartsWith("본 적 없는 그림 30장에서의 정확도: "));
  // The same pictures of the same attention.
  CHECK(trained.out.substr(trained.out.rfind(" │ ")) == again.out.substr(again.out.rfind(" │ ")));
  CHECK(again.err.find("note:") == std::string::npos);
  const std::string images = slurp(scratch / "digits/train-images-idx3-ubyte");
  flip_bit(scratch / "digits/train-images-idx3-ubyte", 1);
  const ProgramEnd other = run_heed(scratch.folder(), {"vit", "--data", "digits", "--show", "0"});
  CHECK(other.status == 0);
  CHECK_THAT(other.err,
             Catch::EndsWith(
                 "note: digits/train-images-idx3-ubyte was written after runs/vit-digits/model.safetensors "
                 "had learned; --train trains a new one\n"));
  spill(scratch / "digits/train-images-idx3-ubyte", images);

  const std::string labels = slurp(scratch / "digits/t10k-labels-idx1-ubyte");
  check_refusals(scratch, "vit");
  CHECK(slurp(scratch / "digits/t10k-labels-idx1-ubyte") == labels);
  CHECK(!std::filesystem::exists(scratch / "x"));
}

TEST_CASE("images whose labels or sizes no model could learn are refused") {
  const Scratch scratch;
  std::filesystem::create_directories(scratch / "digits");
  const auto refused = [&](const std::vector<std::int32_t>& train, const std::vector<std::int32_t>& test) {
    constexpr std::int64_t side = 2;
    for (const auto& [part, classes] : {std::pair{"train", train}, {"t10k", test}})
      write_idx(scratch, part,
                {.height = side,
                 .width = side,
                 .pixels = std::vector<std::uint8_t>(static_cast<std::size_t>(side * side) * classes.size()),
                 .classes = classes});
    CHECK_THAT(error_text<Error>([&] { load_images({.folder = scratch / "digits"}); }),
               Catch::Contains("must have the labels 0, 1, 2 …"));
  };
  refused({0, 1, 3, 0}, {0});
  refused({1, 2, 1}, {1});
  refused({0, 0, 0}, {0});
  refused({0, 1, 0, 1}, {0, 2});
  refused({0, 0, 1}, {0});
}

TEST_CASE("of the drawn digits no image is in two of the parts") {
  const ImageData data = load_images({.images = 2500});
  CHECK(data.train.size() == 2500);
  CHECK(data.valid.size() == 1000);
  CHECK(data.test.size() == 2000);
  std::set<std::vector<std::uint8_t>> seen;
  for (const ImageSet* part : {&data.train, &data.valid, &data.test}) {
    for (std::size_t i = 0; i < part->size(); ++i) {
      const auto image = part->image(i);
      seen.emplace(image.begin(), image.end());
    }
  }
  CHECK(seen.size() == 5500);
}

TEST_CASE("a convolution net of a ViT's size differs by a few per cent, and small images leave out blocks") {
  const ImageData data{.train = draw_digits({.images = 10, .size = 10}),
                       .valid = draw_digits({.images = 5, .size = 10}),
                       .test = {},
                       .classes = 10};
  VitSession session;
  session.model.patch = 5;
  session.run.epochs = 1;
  const TrainedVit vit = train_vit(data, session, {.talk = Talk::bar});
  const TrainedConvNet net = train_conv_net(data, vit.model, session);
  CHECK(net.model.blocks.size() == 3);
  CHECK(static_cast<double>(net.model.parameter_count()) ==
        Approx(static_cast<double>(vit.model.parameter_count())).epsilon(0.05));
}
