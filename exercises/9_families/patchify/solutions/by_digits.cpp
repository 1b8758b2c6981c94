// The place of an element is a number whose digits are channel, row and column of patches and of pixels.
#include "exercises/given.hpp"

struct Sizes {
  int channels, down, across, patch;
  int in_image(int c, int i, int j, int y, int x) const {
    return ((c * down + i) * patch + y) * across * patch + j * patch + x;
  }
  int in_patches(int c, int i, int j, int y, int x) const {
    return (((i * across + j) * channels + c) * patch + y) * patch + x;
  }
  /// each(place in the image, place in the patches)
  template <typename Each>
  void all(const Each& each) const {
    for (int c = 0; c < channels; ++c)
      for (int i = 0; i < down; ++i)
        for (int y = 0; y < patch; ++y)
          for (int j = 0; j < across; ++j)
            for (int x = 0; x < patch; ++x) each(in_image(c, i, j, y, x), in_patches(c, i, j, y, x));
  }
};

Tensor patchify(const Tensor& image, int patch) {
  const Sizes sizes{image.dim(0), image.dim(1) / patch, image.dim(2) / patch, patch};
  Tensor patches({sizes.down * sizes.across, sizes.channels * patch * patch});
  sizes.all([&](int from, int to) { patches.flat(to) = image.flat(from); });
  return patches;
}

Tensor unpatchify(const Tensor& patches, int channels, int height, int width) {
  int patch = 1;
  while (channels * patch * patch < patches.dim(1)) ++patch;
  const Sizes sizes{channels, height / patch, width / patch, patch};
  Tensor image({channels, height, width});
  sizes.all([&](int to, int from) { image.flat(to) = patches.flat(from); });
  return image;
}

Tensor embed_patches(const Tensor& patches, const Tensor& weight, const Tensor& bias,
                     const Tensor& class_token, const Tensor& positions) {
  std::vector<double> words = class_token.values();
  for (int n = 0; n < patches.dim(0); ++n) {
    for (int d = 0; d < weight.dim(0); ++d) {
      double sum = bias(d);
      for (int p = 0; p < weight.dim(1); ++p) sum += weight(d, p) * patches(n, p);
      words.push_back(sum);
    }
  }
  return Tensor::of(positions.shape(), words) + positions;
}
