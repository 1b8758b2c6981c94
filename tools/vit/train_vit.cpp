#include "tools/vit/train_vit.hpp"

#include <algorithm>

#include "nn/classification_task.hpp"
#include "tools/training/kept_training.hpp"

namespace heed {
namespace {

template <typename Model>
SessionResult train_on(const ImageData& data, const Model& model, const SessionOptions& run,
                       const SessionPlace& place) {
  const TrainingTask task = classification_task(
      model, labelled(model, data.train), labelled(model, data.valid),
      {.batch = run.batch_sentences, .label_smoothing = run.label_smoothing, .seed = run.seed});
  return run_session(task,
                     {.name = "accuracy",
                      .measure = [&] { return 100 * classify(model, labelled(model, data.valid)).accuracy; }},
                     run, place);
}

}  // namespace

TrainedVit train_vit(const ImageData& data, VitSession session, const SessionPlace& place) {
  session.model.height = data.train.height;
  session.model.width = data.train.width;
  session.model.classes = data.classes;
  session.run.model.layer.d_model = session.model.d_model;
  Rng rng(session.run.seed);
  const Vit model(session.model, rng);
  if (place.kept)
    place.kept->save_with(
        model, [model](const std::filesystem::path& file) { save_vit(model, file); }, "accuracy");
  return {model, train_on(data, model, session.run, place)};
}

TrainedConvNet train_conv_net(const ImageData& data, const Vit& like, const VitSession& session) {
  Rng rng(session.run.seed);
  ConvNetOptions options{.classes = data.classes};
  while ((std::int64_t{1} << options.blocks) > std::min(data.train.height, data.train.width))
    --options.blocks;
  const ConvNet model(with_parameters(options, like.parameter_count()), rng);
  SessionOptions run = session.run;
  run.epochs = std::max<std::int64_t>(1, run.epochs / 4);  // it learns sooner, and each takes longer
  run.model.layer.d_model = like.options().d_model;
  return {model,
          train_on(data, model, run, {.talk = Talk::bar, .label = "convolution net", .unit = "images"})};
}

}  // namespace heed
