#include "tools/vit/show_images.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "lib/data/images.hpp"
#include "lib/report/shade.hpp"
#include "models/vit.hpp"
#include "tools/language/tr.hpp"

namespace heed {
namespace {

/// A picture of a line every `down` rows and a column every `across` pixels, each the mean of what it covers.
template <typename Value>
std::vector<std::string> picture(std::int64_t height, std::int64_t width, std::int64_t across,
                                 Colours colours, const Value& value) {
  std::vector<std::string> lines;
  const std::int64_t down = 2 * across;
  for (std::int64_t top = 0; top < height; top += down) {
    std::string line;
    for (std::int64_t left = 0; left < width; left += across) {
      double sum = 0;
      int count = 0;
      for (std::int64_t y = top; y < std::min(height, top + down); ++y) {
        for (std::int64_t x = left; x < std::min(width, left + across); ++x, ++count) sum += value(y, x);
      }
      line += shade(sum / count, {.colours = colours, .width = 1});
    }
    lines.push_back(std::move(line));
  }
  return lines;
}

}  // namespace

std::vector<std::string> patch_names(const VitOptions& o) {
  std::vector<std::string> names{"cls"};
  for (std::int64_t row = 1; row <= o.height / o.patch; ++row)
    for (std::int64_t column = 1; column <= o.width / o.patch; ++column)
      names.push_back(fmt::format("r{}c{}", row, column));
  return names;
}

std::string show_images(const Vit& model, const ImageSet& set, const ShownImages& how) {
  std::string text;
  const std::int64_t patch = model.options().patch;
  const auto room = static_cast<std::int64_t>(how.width);
  const std::int64_t across =
      std::max<std::int64_t>(1, (2 * set.width + 3 + room - 1) / std::max<std::int64_t>(room, 1));
  const LabelledSet labels = labelled(model, set);
  for (const std::size_t i : how.images) {
    const std::vector<std::size_t> one{i};
    const Classified result =
        classify(model, {[&](std::span<const std::size_t>) { return labels.logits(one); }, {set.classes[i]}});
    const Array looked = class_attention(model, Variable(pixels_of(set, one)));
    const auto shares = looked.values();
    const double most = *std::max_element(shares.begin(), shares.end());
    text += tr("\n{} is taken for {}\n", set.classes[i], result.predicted.front());
    const auto pixels = set.image(i);
    const auto drawn =
        picture(set.height, set.width, across, how.colours, [&](std::int64_t y, std::int64_t x) {
          return pixels[static_cast<std::size_t>(y * set.width + x)] / 255.0;
        });
    const auto attention =
        picture(set.height, set.width, across, how.colours, [&](std::int64_t y, std::int64_t x) {
          return static_cast<double>(looked.at({0, y / patch, x / patch})) / most;
        });
    for (std::size_t line = 0; line < drawn.size(); ++line)
      text += fmt::format("{} │ {}\n", drawn[line], attention[line]);
  }
  return text;
}

}  // namespace heed
