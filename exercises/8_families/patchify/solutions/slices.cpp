#include "exercises/given.hpp"

Tensor patchify(const Tensor& image, int patch) {
  std::vector<double> all;
  for (int top = 0; top < image.dim(1); top += patch) {
    for (int left = 0; left < image.dim(2); left += patch) {
      for (int k = 0; k < image.dim(0) * patch * patch; ++k)
        all.push_back(image(k / patch / patch, top + k / patch % patch, left + k % patch));
    }
  }
  const int numbers = image.dim(0) * patch * patch;
  return Tensor::of({static_cast<int>(all.size()) / numbers, numbers}, all);
}

Tensor unpatchify(const Tensor& patches, int channels, int height, int width) {
  // height · width pixels in patches.dim(0) patches
  const int patch = static_cast<int>(std::sqrt(height * width / patches.dim(0)) + 0.5);
  // which pixel goes where: cut an image of their numbers
  Tensor numbers({channels, height, width}), image = numbers;
  for (int k = 0; k < numbers.size(); ++k) numbers.flat(k) = k;
  const Tensor places = patchify(numbers, patch);
  for (int k = 0; k < places.size(); ++k) image.flat(static_cast<int>(places.flat(k))) = patches.flat(k);
  return image;
}

Tensor embed_patches(const Tensor& patches, const Tensor& weight, const Tensor& bias,
                     const Tensor& class_token, const Tensor& positions) {
  Tensor result(positions.shape());
  for (int n = 0; n <= patches.dim(0); ++n) {
    for (int d = 0; d < bias.size(); ++d) {
      double sum = n == 0 ? class_token(d) : bias(d);
      for (int k = 0; n > 0 && k < patches.dim(1); ++k) sum += weight(d, k) * patches(n - 1, k);
      result(n, d) = sum + positions(n, d);
    }
  }
  return result;
}
