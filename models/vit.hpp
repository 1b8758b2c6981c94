// The Vision Transformer (Dosovitskiy et al. 2021, "An image is worth 16x16 words"): an encoder whose tokens
// are patches of an image, with one more token in front that gathers what the class follows from.
//
//   patches = conv_proj(image)                      (B, N, C)    a linear map of each patch
//   x       = [class_token, patches] + pos_embedding
//   x       = x + self_attn(norm1(x));  x = x + linear2(gelu(linear1(norm2(x))))        in each layer
//   logits  = head(norm(x)[class token])            (B, classes)
//
// Parameters: class_token (1, 1, C), pos_embedding (1, 1 + N, C), conv_proj.weight (C, channels, patch,
// patch), conv_proj.bias (C), encoder.* as torch.nn.TransformerEncoder(norm_first=True, activation="gelu")
// with a last norm has them, head.weight (classes, C), head.bias (classes).
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "lib/data/images.hpp"
#include "nn/classification_task.hpp"
#include "nn/encoder.hpp"
#include "nn/layers.hpp"

namespace heed::inline HEED_PRECISION {

/// Defaults are those of ViT-B/16.
struct VitOptions {
  std::int64_t height = 224, width = 224, channels = 3;
  std::int64_t patch = 16;  // its height and width
  std::int64_t classes = 1000;
  std::int64_t d_model = 768, heads = 12, layers = 12, dim_feedforward = 3072;
  double dropout = 0;
  double layer_norm_eps = 1e-6;
};
/// Throws UsageError for sizes that cannot be, such as patches that do not fill the image.
void check_options(const VitOptions& options);
/// Returns the names of the tokens: "cls", then the patches by their place in the grid, "r1c1", "r1c2", …
std::vector<std::string> patch_names(const VitOptions& options);

class Vit : public Module {
  VitOptions options_;
  LayerOptions layer_options() const;
  std::int64_t patches() const {
    return options_.height / options_.patch * (options_.width / options_.patch);
  }

 public:
  /// Throws UsageError for sizes that cannot be. class_token starts at 0, pos_embedding normal with deviation
  /// 0.02, everything else as in PyTorch.
  Vit(const VitOptions& options, Rng& rng);

  /// Logits: images (B, channels, height, width) -> (B, classes). Throws ShapeError.
  Variable operator()(const Variable& images) const;

  const VitOptions& options() const { return options_; }

  Variable class_token, pos_embedding;
  Conv2d conv_proj =
      child("conv_proj", Conv2d(options_.channels, options_.d_model, {options_.patch, options_.patch},
                                initial(), {.stride = {options_.patch, options_.patch}}));
  Encoder encoder = child("encoder", Encoder(layer_options(), {.layers = options_.layers}, initial()));
  Linear head = child("head", Linear(options_.d_model, options_.classes, initial()));

 private:
  Dropout dropout_ = child("dropout", Dropout(options_.dropout));
};

/// Returns what the class token of the last layer attends to, of each image: (B, height / patch, width /
/// patch), the mean over the heads. With itself they add up to 1. In evaluation mode, without a graph.
Array class_attention(const Vit& model, const Variable& images);

/// Model and options in one safetensors file (models/saved_model.hpp), and back. Throws Error.
void save_vit(const Vit& model, const std::filesystem::path& file);
Vit load_vit(const std::filesystem::path& file);

// ---- images of bytes with a class each, as any model of images sees them ----

/// As a model sees them: (B, 1, height, width), from -1 (black) to 1.
inline Array pixels_of(const ImageSet& images, std::span<const std::size_t> examples) {
  Array batch({std::ssize(examples), 1, images.height, images.width});
  Scalar* to = batch.mutable_data();
  for (const std::size_t i : examples) {
    for (const std::uint8_t pixel : images.image(i)) *to++ = static_cast<Scalar>(pixel) / Scalar{127.5} - 1;
  }
  return batch;
}

/// The images as `model` sees and names them. The set refers to `images`, which must outlive it: MNIST's are
/// 47 MB, too many to copy for each look at them.
template <typename Model>
LabelledSet labelled(const Model& model, const ImageSet& images) {
  return {[model, &images](std::span<const std::size_t> examples) {
            return model(Variable(pixels_of(images, examples)));
          },
          images.classes};
}
/// A temporary would be gone before anybody looks.
template <typename Model>
LabelledSet labelled(const Model& model, const ImageSet&& images) = delete;

}  // namespace heed
