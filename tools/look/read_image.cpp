// Vision Transformers: an image as its patches, and the class token that says what it is.
#include <fmt/format.h>

#include <optional>
#include <utility>

#include "autograd/no_grad.hpp"
#include "lib/array/reduce.hpp"
#include "lib/core/error.hpp"
#include "lib/data/image_data.hpp"
#include "lib/text/display.hpp"
#include "models/labelled_images.hpp"
#include "tools/language/tr.hpp"
#include "tools/look/readings.hpp"
#include "tools/look/traced_pass.hpp"
#include "tools/vit/show_images.hpp"

namespace heed {
namespace {

/// One image of a test set.
struct NamedImage {
  const ImageSet& set;
  std::size_t at = 0;
};

/// Of the last folder that was asked for: several images of it are looked at in a row.
const ImageSet& test_images(const std::string& folder) {
  static std::optional<std::pair<std::string, ImageSet>> last;
  if (!last || last->first != folder) last = {folder, load_images({.folder = folder, .images = 1}).test};
  return last->second;
}

/// "3", the third of the drawn digits that heed vit holds out for its test, or "mnist 3", of a folder.
NamedImage image_named(const Vit& model, const std::string& text) {
  const std::size_t space = text.rfind(' ');
  const std::string number = space == std::string::npos ? text : text.substr(space + 1);
  if (number.empty() || number.find_first_not_of("0123456789") != std::string::npos)
    throw_error<UsageError>(
        "{}", tr("'{}': a Vision Transformer reads an image: 3, the third of the drawn digits of heed vit's "
                 "test, or mnist 3, that of a folder with MNIST's files",
                 printable(text)));
  const std::string folder = space == std::string::npos ? "" : text.substr(0, space);
  const ImageSet& set = test_images(folder);
  constexpr std::size_t most_digits = 9;
  const std::size_t place = number.size() > most_digits ? 0 : std::stoul(number);
  if (place == 0 || place > set.size())
    throw_error<UsageError>(
        "{}", tr("'{0}': there are {1} images: give a number from 1 to {1}", printable(text), set.size()));
  const NamedImage named{set, place - 1};
  const VitOptions& o = model.options();
  if (named.set.height != o.height || named.set.width != o.width || o.channels != 1)
    throw_error<Error>(tr_noop("'{}': an image of {} × {}; the model reads {} × {}, of {} channels"),
                       printable(text), named.set.height, named.set.width, o.height, o.width, o.channels);
  return named;
}

}  // namespace

std::size_t length_of(const Vit& model, const std::string& image) {
  (void)image_named(model, image);
  return patch_names(model.options()).size();
}

Looked look_at(const Vit& model, const std::string& text, const LookOptions& options) {
  const NamedImage named = image_named(model, text);
  const std::size_t one[] = {named.at};
  const Variable image(pixels_of(named.set, one));
  Looked looked{.source = patch_names(model.options()), .input = {"cls"}, .output_is = OutputIs::classes};
  {
    const NoGrad no_grad;
    const Evaluating evaluating(model);
    Trace trace(model);
    leave_out(trace, options.ablations);
    looked.next = argmax_rows(model(image).value());
  }
  looked.text = std::to_string(looked.next.front());
  looked.output = {looked.text};
  const std::span<const std::uint8_t> pixels = named.set.image(named.at);
  looked.image = {named.set.height, named.set.width, model.options().patch, {pixels.begin(), pixels.end()}};
  looked.remarks = tr("  (an image of class {})", named.set.classes[named.at]);
  traced_pass(looked, model, Tokens(Shape{1}, looked.next), options, [&] { return model(image); });
  if (has_logits(looked))
    for (std::int64_t k = 0; k < model.options().classes; ++k) looked.vocabulary.push_back(std::to_string(k));
  return looked;
}

}  // namespace heed
