#include "models/vit.hpp"

#include "autograd/no_grad.hpp"
#include "lib/array/layout.hpp"
#include "lib/array/reduce.hpp"
#include "lib/core/error.hpp"
#include "models/model_fields.hpp"
#include "models/saved_net.hpp"
#include "nn/trace.hpp"

namespace heed::inline HEED_PRECISION {
void check_options(const VitOptions& o) {
  check_ranges(o, is_size);
  if (o.height % o.patch != 0 || o.width % o.patch != 0)
    throw_error<UsageError>("patches of {0} × {0} do not fill images of {1} × {2}: choose a divisor of both",
                            o.patch, o.height, o.width);
  require_heads_divide(o.heads, o.d_model);
}

std::vector<std::string> patch_names(const VitOptions& o) {
  std::vector<std::string> names{"cls"};
  for (std::int64_t row = 1; row <= o.height / o.patch; ++row)
    for (std::int64_t column = 1; column <= o.width / o.patch; ++column)
      names.push_back(fmt::format("r{}c{}", row, column));
  return names;
}

LayerOptions Vit::layer_options() const {
  return {.d_model = options_.d_model,
          .heads = options_.heads,
          .dim_feedforward = options_.dim_feedforward,
          .dropout = options_.dropout,
          .activation = Activation::gelu,
          .norm = NormOrder::pre,
          .layer_norm_eps = options_.layer_norm_eps,
          .max_length = patches() + 1};
}

Vit::Vit(const VitOptions& o, Rng& rng)
    : Module(rng),
      options_(checked(o)),
      class_token(parameter("class_token", Array::zeros({1, 1, o.d_model}))),
      pos_embedding(parameter("pos_embedding", rng.normal({1, patches() + 1, o.d_model}, 0, 0.02))) {
  has_points({"embedding", "position", "logits"});
}

Variable Vit::operator()(const Variable& images) const {
  const VitOptions& o = options_;
  if (images.rank() != 4 || images.shape().tail(1) != Shape{o.channels, o.height, o.width})
    throw_error<ShapeError>("[vit] images {}, not (B, {}, {}, {})", images.shape(), o.channels, o.height,
                            o.width);
  const std::int64_t batch = images.dim(0);
  const Variable patch_tokens = transpose(reshape(conv_proj(images), {batch, o.d_model, patches()}));
  const Variable first = class_token + Variable(Array::zeros({batch, 1, o.d_model}));
  const Variable tokens = point("embedding", concat({first, patch_tokens}, 1));
  const Variable x = point("position", dropout_(tokens + pos_embedding));
  const Variable y = encoder(x, {});
  return point("logits", head(reshape(slice(y, 1, 0, 1), {batch, o.d_model})));
}

Array class_attention(const Vit& model, const Variable& images) {
  const NoGrad no_grad;
  const Evaluating evaluating(model);
  const VitOptions& o = model.options();
  const std::string last = fmt::format("encoder.layers.{}.self_attn.pattern", o.layers - 1);
  const Trace trace(model, last);
  model(images);
  const Array rows = mean(slice(trace.value(last), 2, 0, 1), {1, 2});  // (B, 1 + N)
  return slice(rows, 1, 1, rows.dim(1)).reshape({images.dim(0), o.height / o.patch, o.width / o.patch});
}

void save_vit(const Vit& model, const std::filesystem::path& file) { save_net(file, "vit", model, {}); }

Vit load_vit(const std::filesystem::path& path) {
  return read_saved(path, "vit", [](const SavedModel& file) { return load_net<Vit>(file); });
}

}  // namespace heed
