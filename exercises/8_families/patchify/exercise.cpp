#include "exercises/given.hpp"

/// The patches of an image, row by row of patches: image (C, H, W), patch divides H and W -> (N, C · patch ·
/// patch) with N = H / patch · W / patch. Within a patch: channel by channel, each row by row.
Tensor patchify(const Tensor& image, int patch) {
  //~ stub
  // In which row and column of patches is patch n? Where is its upper left corner?
  return not_written("patchify");
  //~ solution
  const int channels = image.dim(0), across = image.dim(2) / patch, down = image.dim(1) / patch;
  Tensor result({down * across, channels * patch * patch});
  for (int n = 0; n < down * across; ++n) {
    const int top = n / across * patch, left = n % across * patch;
    for (int c = 0; c < channels; ++c) {
      for (int i = 0; i < patch; ++i) {
        for (int j = 0; j < patch; ++j) result(n, (c * patch + i) * patch + j) = image(c, top + i, left + j);
      }
    }
  }
  return result;
  //~ wrong column_by_column: top = n / across * patch, left = n % across * patch => top = n % down * patch, left = n / down * patch
  //~ wrong pixels_by_column: (c * patch + i) * patch + j => (c * patch + j) * patch + i
  //~ wrong channels_last: (c * patch + i) * patch + j => (i * patch + j) * channels + c
  //~ wrong first_channel_only: image(c, top + i, left + j) => image(0, top + i, left + j)
  //~ wrong only_reshaped: return result; => return image.reshape(result.shape());
  //~ wrong rows_counted_for_columns: n / across * patch, left = n % across * patch => n / down % down * patch, left = n % down % across * patch
  //~ wrong places_by_height: n / across * patch, left = n % across * patch => n / down * patch, left = n % down * patch
  //~ wrong first_patch_only: top = n / across * patch, left = n % across * patch => top = 0, left = 0
  //~ wrong numbered_by_height
  const int down = image.dim(1) / patch, across = image.dim(2) / patch;
  Tensor result({down * across, image.dim(0) * patch * patch});
  for (int c = 0; c < image.dim(0); ++c) {
    for (int i = 0; i < image.dim(1); ++i) {
      for (int j = 0; j < image.dim(2); ++j) {
        result(i / patch * down + j / patch, (c * patch + i % patch) * patch + j % patch) = image(c, i, j);
      }
    }
  }
  return result;
  //~ wrong overlapping: top = n / across * patch, left = n % across * patch => top = n / across, left = n % across
  //~ end
}

/// The image again: patches as above -> (channels, height, width).
Tensor unpatchify(const Tensor& patches, int channels, int height, int width) {
  //~ stub
  // A patch has channels · p · p numbers: what is p? Then use the same indices as above, in reverse.
  return not_written("unpatchify");
  //~ solution
  const int patch = static_cast<int>(std::lround(std::sqrt(patches.dim(1) / channels)));
  Tensor image({channels, height, width});
  for (int c = 0; c < channels; ++c) {
    for (int i = 0; i < height; ++i) {
      for (int j = 0; j < width; ++j) {
        const int n = i / patch * (width / patch) + j / patch;
        image(c, i, j) = patches(n, (c * patch + i % patch) * patch + j % patch);
      }
    }
  }
  return image;
  //~ wrong back_column_by_column: i / patch * (width / patch) + j / patch => j / patch * (height / patch) + i / patch
  //~ wrong back_channels_last: (c * patch + i % patch) * patch + j % patch => (i % patch * patch + j % patch) * channels + c
  //~ wrong back_reshaped: return image; => return patches.reshape({channels, height, width});
  //~ wrong three_channels F01: std::lround(std::sqrt(patches.dim(1) / channels)) => std::lround(std::sqrt(patches.dim(1) / 3.0))
  //~ wrong back_numbered_by_height: (width / patch) + => (height / patch) +
  //~ end
}

/// The input of a Vision Transformer: a linear projection of each patch, a class token in front of them, and a
/// position added to each. patches (N, P), weight (D, P), bias (D), class_token (D), positions (N + 1, D) ->
/// (N + 1, D).
Tensor embed_patches(const Tensor& patches, const Tensor& weight, const Tensor& bias,
                     const Tensor& class_token, const Tensor& positions) {
  //~ stub
  // Row 0 is the class token. given::linear(x, weight, bias) is x Wᵀ + b.
  return not_written("embed_patches");
  //~ solution
  const Tensor words = given::linear(patches, weight, bias);
  Tensor result = positions;
  for (int d = 0; d < result.dim(1); ++d) {
    result(0, d) += class_token(d);
    for (int n = 0; n < words.dim(0); ++n) result(n + 1, d) += words(n, d);
  }
  return result;
  //~ wrong class_token_last: result(0, d) += class => result(words.dim(0), d) += class | result(n + 1, d) => result(n, d)
  //~ wrong no_positions: result = positions => result(positions.shape())
  //~ wrong class_without_position: result(0, d) += => result(0, d) =
  //~ wrong class_token_missing: result(0, d) += class_token(d); =>
  //~ wrong no_bias: given::linear(patches, weight, bias) => given::linear(patches, weight, bias * 0.0)
  //~ wrong positions_for_patches_only: result = positions; => result(positions.shape()); for (int n = 0; n < words.dim(0); ++n) for (int d = 0; d < positions.dim(1); ++d) result(n + 1, d) = positions(n, d);
  //~ end
}
