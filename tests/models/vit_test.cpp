// Vision Transformer, batch norm and convolution net: what PyTorch computes, and what is saved; images as
// they see them.
#include "models/vit.hpp"

#include <cmath>

#include "autograd/ops.hpp"
#include "lib/array/reduce.hpp"
#include "lib/core/error.hpp"
#include "lib/files/safetensors.hpp"
#include "models/conv_net.hpp"
#include "nn/checkpoint.hpp"
#include "nn/trace.hpp"
#include "tests/catch.hpp"
#include "tests/farthest.hpp"
#include "tests/lib/files/scratch.hpp"
#include "tests/models/small_models.hpp"
#include "tests/nn/golden.hpp"

using namespace heed;

namespace {

/// 50 steps of Adam give PyTorch's losses, and the trained model its logits.
template <typename Model>
void check_training(const golden::Case& c, const Model& model) {
  model.load_state_dict(c.parameters());
  const Array images = c.array("in.images");
  const Tokens targets = c.tokens("in.targets");
  golden::check_losses(c, model, 50, 0.9, [&](std::int64_t step) {
    return cross_entropy(model(Variable(golden::step_of(images, step))), golden::step_of(targets, step));
  });
  model.eval();
  const Array logits = model(Variable(golden::step_of(images, 0))).value();
  const std::vector<double> expected = c.values("out.logits");
  for (std::size_t i = 0; i < expected.size(); ++i)
    CHECK(std::abs(static_cast<double>(logits.data()[i]) - expected[i]) <= (golden::is_double ? 1e-9 : 1e-2));
}

void check_buffers_of(const golden::Case& c, const Module& model) {
  const StateDict state = model.state_dict();
  for (const std::string& name : c.names("out.buffer.")) {
    REQUIRE(find_tensor(state, name) != nullptr);
    c.check_output("out.buffer." + name, *find_tensor(state, name));
  }
}

const std::string vit_file = "vit.safetensors";

}  // namespace

TEST_CASE("a Vision Transformer equals the same model in PyTorch: logits, loss, gradients",
          "[pytorch][vit]") {
  for (const golden::Case& c : golden::cases(vit_file, "vit/", 2)) {
    const Vit model = golden::model_of<Vit>(c);
    const Variable images = c.leaf("images");
    const Variable logits = model(images);
    c.check_output("out.logits", logits.value());
    const Variable loss = cross_entropy(logits, c.tokens("in.targets"));
    loss.backward();
    c.check_output("out.loss", loss.value());
    c.check_gradients(model);
    c.check_gradient("grad_in.images", images.grad());
  }
}

TEST_CASE("50 steps of training a ViT and a convolution net give the losses that PyTorch gives",
          "[pytorch][vit]") {
  Rng rng(1);
  const Safetensors& file = golden::load(vit_file);
  const golden::Case vit(file, "vit_training"), conv(file, "conv_training");
  check_training(vit, golden::model_of<Vit>(vit));
  const ConvNet net({.channels_in = conv.option<int>("channels_in"),
                     .channels = conv.option<int>("channels"),
                     .blocks = conv.option<int>("blocks"),
                     .classes = conv.option<int>("classes")},
                    rng);
  check_training(conv, net);
}

TEST_CASE("BatchNorm2d equals PyTorch's: batches, running statistics, evaluation", "[pytorch]") {
  for (const golden::Case& c : golden::cases(vit_file, "batch_norm/")) {
    const BatchNorm2d module(c.shape("in.x")[1],
                             {.eps = c.option<double>("eps"), .momentum = c.option<double>("momentum")});
    CHECK(module.named_parameters().size() == 2);
    CHECK(module.state_dict().size() == 5);
    module.load_state_dict(c.parameters(), {.strict = false});
    const Array earlier = c.array("in.earlier");
    for (std::int64_t i = 0; i < earlier.dim(0); ++i) module(Variable(golden::step_of(earlier, i)));
    const Variable x = c.leaf("x");
    const Variable y = module(x);
    y.backward({.gradient = c.array("in.upstream")});
    c.check_output("out.y", y.value());
    c.check_gradient("grad_in.x", x.grad());
    c.check_gradients(module);
    check_buffers_of(c, module);
    module.eval();
    c.check_output("out.evaluated", module(x).value());
    check_buffers_of(c, module);  // evaluation changes nothing
  }
}

TEST_CASE("buffers are saved and loaded, and counts of PyTorch's are read") {
  const BatchNorm2d module(2);
  module(Variable(Array({1, 2, 1, 2}, {1, 3, 5, 9})));
  const Scratch scratch;
  save_checkpoint(scratch / "a.safetensors", module.state_dict());
  const BatchNorm2d again(2);
  again.load_state_dict(load_checkpoint(scratch / "a.safetensors").weights);
  for (std::size_t i = 0; i < 5; ++i)
    CHECK(identical(again.state_dict()[i].second, module.state_dict()[i].second));
  CHECK(again.state_dict()[2].first == "running_mean");
  CHECK(again.state_dict()[2].second.at({1}) == Approx(0.7));
  CHECK(again.state_dict()[3].second.at({1}) == Approx(0.9 + 0.1 * 8));  // unbiased
  CHECK_THROWS_WITH(again.load_state_dict({}), Catch::Contains("running_var"));

  const std::int64_t count = 7;
  write_safetensors(scratch / "b.safetensors", std::vector{make_tensor("n", {}, std::span(&count, 1))});
  CHECK(load_checkpoint(scratch / "b.safetensors").weights.at(0).second.item() == 7);
  CHECK_THROWS_WITH(module(Variable(Array::ones({1, 2, 1, 1}))), Catch::Contains("single value"));
  const StateDict before = module.state_dict();
  CHECK_THROWS_WITH(module(Variable(Array::ones({0, 2, 3, 3}))), Catch::Contains("no values"));
  for (std::size_t i = 0; i < before.size(); ++i)
    CHECK(identical(module.state_dict()[i].second, before[i].second));
}

TEST_CASE("the attention of the class token is a share of each patch, a saved ViT is the same again",
          "[vit]") {
  Rng rng(2);
  VitOptions options = small_vit;
  options.width = 42, options.layers = 2;  // patches in two rows of three
  const Vit model(options, rng);
  const Vit wide({.height = 8, .width = 8, .channels = 1, .patch = 2, .d_model = 64, .heads = 1, .layers = 1},
                 rng);
  CHECK(root_mean_square(wide.pos_embedding.value()) == Approx(0.02).epsilon(0.1));
  const Variable images(rng.normal({2, 1, 28, 42}));
  const Array looked = class_attention(model, images);
  CHECK(looked.shape() == Shape{2, 2, 3});
  {
    const Trace trace(model, "*");
    model(images);
    CHECK(trace.value("embedding").shape() == Shape{2, 7, 8});
    const Variable tokens(trace.value("embedding"));
    CHECK(identical(trace.value("position"), (tokens + model.pos_embedding).value()));
    CHECK(trace.value("logits").shape() == Shape{2, 10});
    CHECK(identical(trace.value("logits"), trace.value("head")));
  }
  const Trace last(model, "encoder.layers.1.self_attn.pattern");
  model(images);
  const Array weights = mean(last.value("encoder.layers.1.self_attn.pattern"), {1});  // (2, 7, 7)
  for (std::int64_t image = 0; image < 2; ++image) {
    for (std::int64_t patch = 0; patch < 6; ++patch)
      CHECK(looked.data()[image * 6 + patch] == Approx(weights.at({image, 0, patch + 1})));
  }

  const Scratch scratch;
  save_vit(model, scratch / "vit.safetensors");
  const Vit again = load_vit(scratch / "vit.safetensors");
  model.eval();
  CHECK(identical(again(images).value(), model(images).value()));
  CHECK_THROWS_WITH(model(Variable(Array::ones({1, 1, 42, 28}))), Catch::Contains("(1, 1, 42, 28)"));
  CHECK_THROWS_WITH(Vit({.height = 10, .patch = 4}, rng), Catch::Contains("do not fill images of 10 × 224"));
  CHECK_THROWS_AS(Vit({.d_model = 10, .heads = 3}, rng), UsageError);
}

namespace {

/// Two classes: the first two pixels of an image are their logits.
Variable first_pixels(const Variable& images) {
  const Array& x = images.value();
  Array logits({x.dim(0), 2});
  for (std::int64_t i = 0; i < x.dim(0); ++i)
    for (std::int64_t c = 0; c < 2; ++c) logits.mutable_data()[2 * i + c] = x.at({i, 0, 0, c});
  return Variable(logits);
}

}  // namespace

TEST_CASE("images are numbers from -1 to 1 in the order that is asked for") {
  const ImageSet images{.height = 1, .width = 3, .pixels = {0, 255, 51, 255, 0, 204}, .classes = {1, 0}};
  const std::vector<std::size_t> both{1, 0};
  const Array pixels = pixels_of(images, both);
  CHECK(pixels.shape() == Shape{2, 1, 1, 3});
  const std::vector<double> expected{1, -1, 0.6, -1, 1, -0.6};
  for (std::size_t i = 0; i < expected.size(); ++i)
    CHECK(static_cast<double>(pixels.values()[i]) == Approx(expected[i]).margin(1e-6));

  const LabelledSet set = labelled(first_pixels, images);
  CHECK(set.classes == images.classes);
  CHECK(classify(Module(), set).predicted == std::vector<std::int32_t>{1, 0});
  CHECK(classify(Module(), set).accuracy == 1);
}
