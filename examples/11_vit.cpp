// 11  A Vision Transformer: an image is cut into patches, and patches are words
//
// Attention knows nothing of images. It is given tokens, so an image of 16 × 16 becomes 16 patches of 4 × 4:
//
//     image     (B, 1, 16, 16)
//     patches   = W patch + b                                  (B, 16, C)      a convolution with stride 4
//     x         = [class token, patches] + position            (B, 17, C)      positions are learned
//     x         = encoder(x)                                   (B, 17, C)
//     logits    = head(x of the class token)                   (B, classes)
//
// The class token stands for no patch. What it needs to know it must fetch by attention, and so one can see
// what it looked at. The images are digits that a program draws: large, small, slanted, turned, noisy.
//
// last line: more than 90 of 100 unseen drawings are read right: yes
#include <fmt/format.h>

#include <vector>

#include "lib/data/images.hpp"
#include "models/vit.hpp"
#include "nn/trainer.hpp"

using namespace heed;

int main() {
  const ImageSet drawings = draw_digits({.images = 6000, .seed = 1, .size = 16}),
                 unseen = draw_digits({.images = 500, .seed = 2, .size = 16});
  Rng rng(11);
  const Vit model({.height = 16,
                   .width = 16,
                   .channels = 1,
                   .patch = 4,
                   .classes = 10,
                   .d_model = 64,
                   .heads = 4,
                   .layers = 2,
                   .dim_feedforward = 128},
                  rng);
  fmt::print("{} drawings, {} parameters\n", drawings.size(), model.parameter_count());

  constexpr std::int64_t epochs = 10, images = 50, steps = epochs * 6000 / images;
  Adam optimizer(model.parameters());
  // labelled(): the model sees a drawing as numbers from -1 (black) to 1, and is to name its digit.
  train(classification_task(model, labelled(model, drawings), labelled(model, unseen),
                            {.batch = images, .seed = 11}),
        optimizer,
        {.epochs = epochs,
         .schedule = cosine_schedule(2e-3, 100, steps),
         .seed = 11,
         .on_epoch = [](const EpochReport& e) {
           fmt::print("epoch {:>2}/{}  train loss {:.3f}  loss on unseen drawings {:.3f}\n", e.epoch,
                      e.epochs, e.train_loss, e.valid_loss);
         }});

  // One drawing, and the share of each patch in what the class token looked at.
  const std::vector<std::size_t> one{0};
  const Array looked = class_attention(model, Variable(pixels_of(unseen, one)));
  fmt::print("\na {}, and what the class token looked at, in per cent\n", unseen.classes[0]);
  for (std::int64_t y = 0; y < 16; y += 2) {
    for (std::int64_t x = 0; x < 16; ++x)
      fmt::print("{}", unseen.pixels[static_cast<std::size_t>(16 * y + x)] > 100 ? "##" : "  ");
    for (std::int64_t x = 0; y % 4 == 0 && x < 4; ++x) fmt::print("{:5.0f}", 100 * looked.at({0, y / 4, x}));
    fmt::print("\n");
  }
  const double share = classify(model, labelled(model, unseen)).accuracy;
  fmt::print("{:.1f} % of the unseen drawings are read right\n", 100 * share);
  fmt::print("more than 90 of 100 unseen drawings are read right: {}\n", share > 0.9 ? "yes" : "no");
}
