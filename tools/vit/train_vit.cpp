#include "tools/vit/train_vit.hpp"

#include <algorithm>

#include "nn/classification_task.hpp"
#include "tools/language/tr.hpp"

namespace heed {
namespace {

template <typename Model>
Training training_on(const ImageData& data, const Model& model, const SessionOptions& run) {
  return {
      .task = classification_task(
          model, labelled(model, data.train), labelled(model, data.valid),
          {.batch = run.batch_sentences, .label_smoothing = run.label_smoothing, .seed = run.seed}),
      .score = {.name = "accuracy",
                .measure = [&data,
                            model] { return 100 * classify(model, labelled(model, data.valid)).accuracy; }},
      .unit = LossUnit::images};
}

/// The first images of the validation part as sentences of patches; the class token, which reads them all,
/// comes first; what it should say, the class, is the output.
std::vector<ShownSentence> shown_images(const Vit& model, const ImageData& data) {
  constexpr std::size_t most = 3;
  std::vector<ShownSentence> shown;
  for (std::size_t i = 0; i < std::min(most, data.valid.size()); ++i) {
    const std::size_t one[] = {i};
    ShownSentence s;
    s.source = patch_names(model.options());
    s.output = {std::to_string(data.valid.classes[i])};
    s.read = [model, pixels = pixels_of(data.valid, one)] { model(Variable(pixels)); };
    shown.push_back(std::move(s));
  }
  return shown;
}

}  // namespace

TrainedVit train_vit(const ImageData& data, VitSession session, const SessionPlace& place) {
  session.model.height = data.train.height;
  session.model.width = data.train.width;
  session.model.classes = data.classes;
  session.run.width = session.model.d_model;
  Rng rng(session.run.seed);
  const Vit model(session.model, rng);
  Training training = training_on(data, model, session.run);
  training.save = [model](const std::filesystem::path& file) { save_vit(model, file); };
  training.shown = shown_images(model, data);
  return {model, run_session(training, session.run, place)};
}

TrainedConvNet train_conv_net(const ImageData& data, const Vit& like, const VitSession& session) {
  Rng rng(session.run.seed);
  ConvNetOptions options{.classes = data.classes};
  while ((std::int64_t{1} << options.blocks) > std::min(data.train.height, data.train.width))
    --options.blocks;
  const ConvNet model(with_parameters(options, like.parameter_count()), rng);
  SessionOptions run = session.run;
  run.epochs = std::max<std::int64_t>(run.epochs / 4, 1);  // it learns sooner, and an epoch takes longer
  run.width = like.options().d_model;
  return {model, run_session(training_on(data, model, run), run,
                             {.talk = Talk::bar, .label = tr("convolution net")})};
}

}  // namespace heed
