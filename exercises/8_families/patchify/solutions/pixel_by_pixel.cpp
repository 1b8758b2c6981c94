#include "exercises/given.hpp"

Tensor patchify(const Tensor& image, int patch) {
  const int channels = image.dim(0), height = image.dim(1), width = image.dim(2), area = patch * patch;
  Tensor patches({height * width / area, channels * area});
  for (int c = 0; c < channels; ++c) {
    for (int i = 0; i < height; ++i) {
      for (int j = 0; j < width; ++j)
        patches(i / patch * (width / patch) + j / patch, c * area + i % patch * patch + j % patch) =
            image(c, i, j);
    }
  }
  return patches;
}

Tensor unpatchify(const Tensor& patches, int channels, int height, int width) {
  int patch = 1;
  while (channels * patch * patch < patches.dim(1)) ++patch;
  Tensor image({channels, height, width});
  int n = 0;
  for (int top = 0; top < height; top += patch) {
    for (int left = 0; left < width; left += patch, ++n) {
      int at = 0;
      for (int c = 0; c < channels; ++c) {
        for (int i = top; i < top + patch; ++i) {
          for (int j = left; j < left + patch; ++j) image(c, i, j) = patches(n, at++);
        }
      }
    }
  }
  return image;
}

Tensor embed_patches(const Tensor& patches, const Tensor& weight, const Tensor& bias,
                     const Tensor& class_token, const Tensor& positions) {
  std::vector<double> rows = class_token.values();
  const Tensor words = matmul(patches, transpose(weight));
  for (int n = 0; n < words.dim(0); ++n) {
    for (int d = 0; d < words.dim(1); ++d) rows.push_back(words(n, d) + bias(d));
  }
  return Tensor::of(positions.shape(), rows) + positions;
}
