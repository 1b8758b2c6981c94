#include "models/masked_language_model.hpp"

#include <algorithm>
#include <numeric>

#include "autograd/no_grad.hpp"
#include "autograd/ops.hpp"
#include "lib/core/error.hpp"
#include "lib/files/file_error.hpp"
#include "models/saved_net.hpp"

namespace heed::inline HEED_PRECISION {

std::vector<std::int32_t> MaskedLanguageModel::encode(std::string_view text) const {
  std::vector<std::int32_t> ids;
  while (true) {
    const std::size_t at = text.find(hidden_word);
    const std::vector<std::int32_t> shown = tokens_.encode(text.substr(0, at));
    ids.insert(ids.end(), shown.begin(), shown.end());
    if (at == std::string_view::npos) return ids;
    ids.push_back(mask());
    text.remove_prefix(at + hidden_word.size());
  }
}

MaskingOptions MaskedLanguageModel::masking(std::uint64_t seed) const {
  return {.mask = mask(),
          .first = static_cast<std::int32_t>(std::size(Vocabulary::special_names)),
          .end = mask(),
          .seed = seed};
}

std::vector<std::vector<MaskedLanguageModel::Candidate>> MaskedLanguageModel::fill(std::string_view text,
                                                                                   std::int64_t count) const {
  const NoGrad no_grad;
  const Evaluating evaluating(model_);
  const std::vector<Example> one{{.source = {}, .target = encode(text)}};
  const std::vector<std::size_t> first{0};
  const EncoderInput input = encoder_input(one, first);
  std::vector<std::int32_t> places;
  for (std::int64_t t = 0; t < input.tokens.size(); ++t) {
    if (input.tokens[t] == mask()) places.push_back(static_cast<std::int32_t>(t));
  }
  if (places.empty()) return {};
  const Shape hidden{std::ssize(places)};
  const Array p = softmax(model_.words(model_(input), Tokens(hidden, places)), -1).value();
  std::vector<std::vector<Candidate>> all;
  for (std::int64_t row = 0; row < p.dim(0); ++row) {
    const Scalar* const of = p.data() + row * p.dim(1);
    // Special tokens and the mask itself are no words.
    constexpr auto first_word = static_cast<std::int32_t>(std::size(Vocabulary::special_names));
    std::vector<std::int32_t> ids(static_cast<std::size_t>(mask() - first_word));
    std::iota(ids.begin(), ids.end(), first_word);
    const auto best = ids.begin() + std::min<std::ptrdiff_t>(count, std::ssize(ids));
    std::partial_sort(ids.begin(), best, ids.end(), [&](std::int32_t a, std::int32_t b) {
      return of[a] > of[b] || (of[a] == of[b] && a < b);
    });
    auto& candidates = all.emplace_back();
    for (auto id = ids.begin(); id != best; ++id)
      candidates.push_back({tokens_.decode({*id}), static_cast<double>(of[*id])});
  }
  return all;
}

void MaskedLanguageModel::save(const std::filesystem::path& file) const {
  save_net(file, "bert", model_, tokens_.texts());
}

MaskedLanguageModel MaskedLanguageModel::load(const std::filesystem::path& path) {
  return read_saved(path, "bert", [](const SavedModel& file) -> MaskedLanguageModel {
    TextTokens tokens = TextTokens::from(file);
    Bert model = load_net<Bert>(file);
    if (tokens.size() + 1 != model.options().vocabulary)
      throw_error<SizesError>("{}: {} tokens and a mask for a model of {}", file.path().string(),
                              tokens.size(), model.options().vocabulary);
    return {std::move(model), std::move(tokens)};
  });
}

}  // namespace heed
