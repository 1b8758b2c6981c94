#include "exercises/demos/picture.hpp"
#include "exercises/grading/exercise.hpp"
#include "lib/data/images.hpp"

Tensor patchify(const Tensor& image, int patch);
Tensor unpatchify(const Tensor& patches, int channels, int height, int width);
Tensor embed_patches(const Tensor& patches, const Tensor& weight, const Tensor& bias,
                     const Tensor& class_token, const Tensor& positions);

namespace {

struct Size {
  int channels, height, width, patch;
};

std::string label(const Size& s) {
  return fmt::format("{} channel{}, {} by {}, patch {}", s.channels, s.channels == 1 ? "" : "s", s.height,
                     s.width, s.patch);
}

const std::vector<Size>& sizes() {
  static const std::vector<Size> all{{1, 6, 4, 2}, {3, 4, 6, 2}, {2, 9, 6, 3}, {5, 4, 4, 1}, {3, 8, 4, 4},
                                     {1, 2, 8, 2}, {1, 3, 6, 3}, {1, 8, 4, 4}, {4, 4, 6, 2}, {2, 2, 2, 2},
                                     {3, 2, 6, 2}, {2, 3, 3, 1}, {1, 6, 6, 2}};
  return all;
}

}  // namespace

void describe(Exercise& e) {
  e.part(
      "patchify", {.points = 4},
      [](Case& c) { c.give("patches", patchify(c.tensor("image"), c.integer("patch"))); },
      [](Cases& cases, Draw& draw) {
        cases.add("1 channel, 2 by 4, patch 2")
            .tensor("image", Tensor::of({1, 2, 4}, {1, 2, 3, 4, 5, 6, 7, 8}))
            .integer("patch", 2);
        for (const Size& s : sizes())
          cases.add(label(s))
              .tensor("image", draw.normal({s.channels, s.height, s.width}))
              .integer("patch", s.patch);
      });
  e.part(
      "unpatchify", {.points = 3},
      [](Case& c) {
        c.give("image", unpatchify(c.tensor("patches"), c.integer("channels"), c.integer("height"),
                                   c.integer("width")));
      },
      [](Cases& cases, Draw& draw) {
        cases.add("1 channel, 2 by 4, patch 2")
            .tensor("patches", Tensor::of({2, 4}, {1, 2, 5, 6, 3, 4, 7, 8}))
            .integer("channels", 1)
            .integer("height", 2)
            .integer("width", 4);
        for (const Size& s : sizes()) {
          cases.add(label(s))
              .tensor("patches",
                      draw.normal({s.height / s.patch * (s.width / s.patch), s.channels * s.patch * s.patch}))
              .integer("channels", s.channels)
              .integer("height", s.height)
              .integer("width", s.width);
        }
      });
  e.part(
      "embed", {.points = 3},
      [](Case& c) {
        c.give("words", embed_patches(c.tensor("patches"), c.tensor("weight"), c.tensor("bias"),
                                      c.tensor("class_token"), c.tensor("positions")));
      },
      [](Cases& cases, Draw& draw) {
        cases.add("2 patches of 2 numbers, D 1")
            .tensor("patches", Tensor::of({2, 2}, {1, 2, 3, 4}))
            .tensor("weight", Tensor::of({1, 2}, {1, 10}))
            .tensor("bias", Tensor::of({1}, {0.5}))
            .tensor("class_token", Tensor::of({1}, {7}))
            .tensor("positions", Tensor::of({3, 1}, {100, 200, 300}));
        for (const auto& [patches, numbers, width] :
             std::vector<std::array<int, 3>>{{1, 3, 4}, {3, 4, 2}, {4, 4, 5}, {6, 2, 3}}) {
          cases.add(fmt::format("{} patches of {} numbers, D {}", patches, numbers, width))
              .tensor("patches", draw.normal({patches, numbers}))
              .tensor("weight", draw.normal({width, numbers}))
              .tensor("bias", draw.normal({width}))
              .tensor("class_token", draw.normal({width}))
              .tensor("positions", draw.normal({patches + 1, width}));
        }
      });
  e.now([](Demo& d) {
    using heed::learn::to_array;
    constexpr int size = 28, patch = 7;
    const heed::ImageSet drawn = heed::draw_digits({.images = 8, .seed = 3});
    Tensor image({1, size, size});
    for (int i = 0; i < image.size(); ++i)
      image.flat(i) = drawn.image(2)[static_cast<std::size_t>(i)] / 255.0;
    const Tensor patches = patchify(image, patch);
    // The patches with a gap between them; two rows of pixels in a line, since letters are tall.
    constexpr int side = size / patch;
    Tensor apart({side * 4 + side - 1, side * 2 * patch + 2 * (side - 1)});
    for (int n = 0; n < patches.dim(0); ++n) {
      for (int i = 0; i < patch; ++i) {
        for (int j = 0; j < 2 * patch; ++j) {
          double& shade = apart(n / side * 5 + i / 2, n % side * (2 * patch + 2) + j);
          shade = std::max(shade, patches(n, i * patch + j / 2));
        }
      }
    }
    // heed's Vision Transformer cuts and maps in one convolution.
    Draw draw(1);
    const Tensor weight = draw.normal({5, patch * patch}), bias = draw.normal({5});
    const Tensor real =
        heed::learn::to_tensor(heed::conv2d(Variable(to_array(image.reshape({1, 1, size, size}))),
                                            Variable(to_array(weight.reshape({5, 1, patch, patch}))),
                                            Variable(to_array(bias)), {.stride = {patch, patch}})
                                   .value());
    const Tensor mine = embed_patches(patches, weight, bias, Tensor({5}), Tensor({patches.dim(0) + 1, 5}));
    double difference = 0;
    for (int n = 0; n < patches.dim(0); ++n) {
      for (int c = 0; c < 5; ++c)
        difference = std::max(difference, std::abs(mine(n + 1, c) - real(0, c, n / side, n % side)));
    }
    const std::string lines = heed::demos::picture(apart);
    d.say(fmt::format("Your patches of a drawn {}; mapped, they differ from the convolution in heed's Vision "
                      "Transformer by {}:{}",
                      drawn.classes[2], heed::demos::magnitude(difference), lines),
          fmt::format("그려진 숫자 {}을(를) 여러분이 자른 패치들입니다. 투영하면 heed 비전 트랜스포머의 "
                      "합성곱과 {}만큼 다릅니다:{}",
                      drawn.classes[2], heed::demos::magnitude(difference), lines));
  });
}
