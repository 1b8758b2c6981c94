// Images in the terminal, and what the class token looked at.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "lib/data/images.hpp"
#include "lib/report/terminal.hpp"
#include "models/vit.hpp"

namespace heed {

/// Returns the names of a Vision Transformer's tokens: "cls", the class token; then its patches row by row by
/// their place in the grid, "r1c1", "r1c2", …
std::vector<std::string> patch_names(const VitOptions& options);

struct ShownImages {
  std::span<const std::size_t> images{};  // which of the set
  Colours colours = Colours::none;
  std::size_t width = 80;  // columns of the terminal
};

/// Each image with what the model takes it for, beside it the attention of the class token in the last layer,
/// patch by patch, the largest share as the brightest: a column a pixel, a line two rows.
std::string show_images(const Vit& model, const ImageSet& set, const ShownImages& how);

}  // namespace heed
