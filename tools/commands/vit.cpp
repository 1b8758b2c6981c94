// heed vit: train a Vision Transformer on drawn digits or on images in MNIST's format, beside a convolution
// net of the same size, and show what its class token looks at.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>
#include <optional>

#include "lib/core/error.hpp"
#include "lib/data/data_hash.hpp"
#include "lib/report/number.hpp"
#include "lib/report/shade.hpp"
#include "lib/text/display.hpp"
#include "tools/commands/commands.hpp"
#include "tools/commands/option_kinds.hpp"
#include "tools/commands/settings_json.hpp"
#include "tools/commands/train_and_keep.hpp"
#include "tools/commands/training_options.hpp"
#include "tools/language/tr.hpp"
#include "tools/processes/processes.hpp"
#include "tools/run_config.hpp"
#include "tools/training/training_history.hpp"
#include "tools/vit/train_vit.hpp"

namespace heed {
namespace {

struct VitCommand {
  ModelFile file{};
  std::string data;
  ImageChoice images{};
  VitSession session{};
  std::size_t shown = 3;
};

std::filesystem::path model_path(const VitCommand& o) {
  std::filesystem::path data = std::filesystem::path(o.data).lexically_normal();
  if (!data.has_filename()) data = data.parent_path();
  return model_path(o.file, o.data.empty() ? "vit" : "vit-" + data.filename().string());
}

std::string hash_of(const ImageSet& set) {
  const std::string pixels(set.pixels.begin(), set.pixels.end()),
      classes(set.classes.begin(), set.classes.end());
  return text_hash({pixels, classes, std::to_string(set.width)});
}

/// The four of --data; none of drawn digits.
std::vector<std::filesystem::path> files_of(const VitCommand& o) {
  std::vector<std::filesystem::path> files;
  if (o.data.empty()) return files;
  for (const char* const part : {"train", "t10k"})
    std::ranges::copy(image_files(o.data, part), std::back_inserter(files));
  return files;
}

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

/// Each image with what the model takes it for, beside it the attention of the class token in the last layer,
/// patch by patch, the largest share as the brightest: a column a pixel, a line two rows.
void print_images(const VitCommand& o, const Vit& model, const ImageSet& set) {
  const std::size_t shown = std::min(o.shown, set.size());
  if (shown == 0) return;
  const Terminal screen = terminal(Stream::output);
  std::string text = "\n" + tr("Unseen images, and what the class token of the last layer looks at:\n");
  const std::int64_t patch = model.options().patch;
  const auto room = static_cast<std::int64_t>(screen.width);
  const std::int64_t across =
      std::max<std::int64_t>(1, (2 * set.width + 3 + room - 1) / std::max<std::int64_t>(room, 1));
  const LabelledSet labels = labelled(model, set);
  for (std::size_t i = 0; i < shown; ++i) {
    const std::vector<std::size_t> one{i};
    const Classified result =
        classify(model, {[&](std::span<const std::size_t>) { return labels.logits(one); }, {set.classes[i]}});
    const Array looked = class_attention(model, Variable(pixels_of(set, one)));
    const auto shares = looked.values();
    const double most = *std::max_element(shares.begin(), shares.end());
    text += tr("\n{} is taken for {}\n", set.classes[i], result.predicted.front());
    const auto pixels = set.image(i);
    const auto drawn =
        picture(set.height, set.width, across, screen.colours, [&](std::int64_t y, std::int64_t x) {
          return pixels[static_cast<std::size_t>(y * set.width + x)] / 255.0;
        });
    const auto attention =
        picture(set.height, set.width, across, screen.colours, [&](std::int64_t y, std::int64_t x) {
          return static_cast<double>(looked.at({0, y / patch, x / patch})) / most;
        });
    for (std::size_t line = 0; line < drawn.size(); ++line)
      text += fmt::format("{} │ {}\n", drawn[line], attention[line]);
  }
  fmt::print("{}", text);
}

void print_accuracy(const std::string& who, std::int64_t parameters, double accuracy,
                    const TrainingResult& training) {
  const std::int64_t epochs = std::ssize(training.epochs);
  fmt::print("  {:<24} {:>9}   {:>6.2f} %   {:>9}   {}\n", who, grouped(parameters), 100 * accuracy,
             trn("{} epoch", "{} epochs", epochs), duration_in(training.seconds, spoken_language()));
}

int train_and_show(VitCommand o) {
  const std::filesystem::path file = model_path(o);
  check_model_file(file, o.file.keep, files_of(o));
  const ImageData data = load_images(o.images);
  VitOptions sizes = o.session.model;
  sizes.height = data.train.height, sizes.width = data.train.width;
  check_options(sizes);
  fmt::print(
      "{}: {}\n", o.data.empty() ? tr("drawn digits") : printable(o.data),
      tr("{} of {} × {} to train on, {} for validation, {} for the test",
         trn("{} image", "{} images", std::ssize(data.train.classes)), data.train.height, data.train.width,
         grouped(std::ssize(data.valid.classes)), grouped(std::ssize(data.test.classes))));
  const nlohmann::json more{{tr_noop("the training data"), hash_of(data.train) + hash_of(data.valid)}};
  return train_model(
      file, o.file, training_identity(o.session.run, o.session.model, more),
      [&](Checkpointer& kept) { return train_vit(data, o.session, {.kept = &kept}); },
      [&](const TrainedVit& trained, const TrainingEnd& end) {
        const Vit& model = trained.model;
        fmt::print("\n{}\n", trained_text(model.parameter_count(), trained.training, end));
        std::fflush(stdout);
        // By itself: its running statistics would be others in each process.
        std::optional<TrainedConvNet> other;
        if (processes().size() == 1) other = train_conv_net(data, model, o.session);
        fmt::print("{}", tr("accuracy on {} unseen images:\n", grouped(std::ssize(data.test.classes))));
        print_accuracy(tr("Vision Transformer"), model.parameter_count(),
                       classify(model, labelled(model, data.test)).accuracy, trained.training);
        if (other)
          print_accuracy(tr("convolution net"), other->model.parameter_count(),
                         classify(other->model, labelled(other->model, data.test)).accuracy, other->training);
        else
          fmt::print("{}", tr("  the convolution net beside it is trained without --processes alone\n"));
        print_images(o, model, data.test);
      });
}

int show_saved(const VitCommand& o) {
  const Vit model = load_vit(model_path(o));
  ImageChoice few = o.images;
  few.images = 1;  // no need to draw what is not trained on
  const ImageData data = load_images(few);
  const VitOptions& m = model.options();
  if (data.test.height != m.height || data.test.width != m.width || m.channels != 1 ||
      data.classes > m.classes)
    throw_error<Error>(tr_noop("{} is for {} classes of images of {} × {}; these are {} of {} × {}"),
                       model_path(o).string(), m.classes, m.height, m.width, data.classes, data.test.height,
                       data.test.width);
  fmt::print(stderr, "{}{}", note_on_training(model_path(o)), note_on_data(model_path(o), files_of(o)));
  fmt::print("{}", tr("accuracy on {} unseen images: {:.2f} %\n", grouped(std::ssize(data.test.classes)),
                      100 * classify(model, labelled(model, data.test)).accuracy));
  print_images(o, model, data.test);
  return 0;
}

const std::set<std::string> image_options{"--train", "--images"};

}  // namespace

void add_vit(CLI::App& app, Action& action) {
  auto o = std::make_shared<VitCommand>();
  CLI::App* command = add_command(app, "vit");
  const AddOptions add(*command);
  add_model_file_options(*command, o->file);
  add("--data", o->data);
  add("--images", o->images.images);
  add("--show", o->shown);
  add_training_options(*command, o->session.model, o->session.run, o->file.keep);
  command->callback([o, &action, command] {
    o->file.keep.run = config_text(*command);
    o->images.folder = o->data;
    if (!o->data.empty() && is_chosen(*command->get_option("--images")))
      throw_error<UsageError>(tr_noop("--images is of the drawn digits: leave out --data, or --images"));
    const bool shows = training_option(*command, image_options).empty() && processes().size() == 1 &&
                       std::filesystem::exists(model_path(*o));
    action = [o, shows] { return shows ? show_saved(*o) : train_and_show(*o); };
  });
}

}  // namespace heed
