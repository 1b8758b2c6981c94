// From images to a classifier.
#pragma once

#include "lib/data/images.hpp"
#include "models/conv_net.hpp"
#include "models/vit.hpp"
#include "tools/training/session.hpp"

namespace heed {

struct VitSession {
  VitOptions model{.channels = 1, .patch = 7, .d_model = 64, .heads = 4, .layers = 4, .dim_feedforward = 128};
  SessionOptions run{.epochs = 8, .batch_sentences = 64, .warmup = 200, .label_smoothing = 0};
};

/// The session's model is trained, its images' size and classes taken from the data.
using TrainedVit = TrainedModel<Vit>;
TrainedVit train_vit(const ImageData& data, VitSession session, const SessionPlace& place);

/// A convolution net with as many parameters as the ViT, trained in the same way for a quarter of its epochs.
using TrainedConvNet = TrainedModel<ConvNet>;
TrainedConvNet train_conv_net(const ImageData& data, const Vit& like, const VitSession& session);

}  // namespace heed
