#include "nn/training_state.hpp"

#include <cmath>
#include <nlohmann/json.hpp>

#include "lib/core/error.hpp"
#include "lib/core/without_nan_sign.hpp"
#include "lib/files/file_error.hpp"

namespace heed::inline HEED_PRECISION {
namespace {

using nlohmann::json;

constexpr const char* numbers_key = "heed.training_state";
constexpr int version = 2;
constexpr const char* weights_prefix = "weights.";
constexpr const char* best_prefix = "best.";
constexpr const char* optimizer_prefix = "optimizer.";
constexpr const char* epoch_prefix = "epoch.";

void add(const StateDict& from, const std::string& prefix, StateDict& to) {
  for (const auto& [name, array] : from) to.emplace_back(prefix + name, array);
}

/// JSON has neither infinities nor NaN: "inf", "-inf" and "nan" stand for them.
json to_json(double x) { return std::isfinite(x) ? json(x) : json(fmt::format("{}", without_nan_sign(x))); }

double number(const json& value) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  if (value == "inf" || value == "-inf") return value == "inf" ? infinity : -infinity;
  return value == "nan" ? std::numeric_limits<double>::quiet_NaN() : value.get<double>();
}

bool shares_all(const StateDict& a, const StateDict& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const auto& x, const auto& y) {
    return x.first == y.first && x.second.shares(y.second);
  });
}

json to_json(const TrainingState& s) {
  json epochs = json::array();
  for (const EpochReport& e : s.epochs) {
    epochs.push_back({{"epoch", e.epoch},
                      {"epochs", e.epochs},
                      {"train_loss", to_json(e.train_loss)},
                      {"valid_loss", to_json(e.valid_loss)},
                      {"valid_score", e.valid_score ? to_json(*e.valid_score) : json()},
                      {"tokens_per_second", to_json(e.tokens_per_second)},
                      {"best", e.best}});
  }
  return {{"version", version},   {"step", s.step},
          {"epochs", epochs},     {"best_epoch", s.best_epoch},
          {"batch", s.batch},     {"loss_sum", to_json(s.loss_sum)},
          {"tokens", s.tokens},   {"epoch_seconds", s.epoch_seconds},
          {"seconds", s.seconds}, {"untrained_loss", to_json(s.untrained_loss)}};
}

TrainingState from_json(const json& numbers) {
  TrainingState s;
  numbers.at("step").get_to(s.step);
  for (const json& e : numbers.at("epochs")) {
    EpochReport& report = s.epochs.emplace_back();
    e.at("epoch").get_to(report.epoch);
    e.at("epochs").get_to(report.epochs);
    report.train_loss = number(e.at("train_loss"));
    report.valid_loss = number(e.at("valid_loss"));
    if (const json& score = e.at("valid_score"); !score.is_null()) report.valid_score = number(score);
    report.tokens_per_second = number(e.at("tokens_per_second"));
    e.at("best").get_to(report.best);
  }
  numbers.at("best_epoch").get_to(s.best_epoch);
  numbers.at("batch").get_to(s.batch);
  s.loss_sum = number(numbers.at("loss_sum"));
  numbers.at("tokens").get_to(s.tokens);
  numbers.at("epoch_seconds").get_to(s.epoch_seconds);
  numbers.at("seconds").get_to(s.seconds);
  s.untrained_loss = number(numbers.at("untrained_loss"));
  return s;
}

}  // namespace

void write_training_state(const std::filesystem::path& path, const TrainingState& state,
                          const Metadata& metadata) {
  StateDict all;
  add(state.weights, weights_prefix, all);
  add(state.optimizer, optimizer_prefix, all);
  if (!shares_all(state.best_weights, state.weights)) add(state.best_weights, best_prefix, all);
  for (const KeptEpoch& kept : state.kept_epochs)
    add(kept.weights, fmt::format("{}{}.", epoch_prefix, kept.epoch), all);
  Metadata described = metadata;
  described[numbers_key] = to_json(state).dump();
  save_checkpoint(path, all, described);
}

SavedTraining read_training_state(const std::filesystem::path& path) {
  Checkpoint file = load_checkpoint(path);
  const auto numbers = file.metadata.extract(numbers_key);
  if (numbers.empty()) throw_error<FormatError>("{}: is no state of a training", path.string());
  SavedTraining saved;
  try {
    const json parsed = json::parse(numbers.mapped());
    if (parsed.at("version") != version)
      throw_error<VersionError>("{}: is of version {}, and this program reads version {}", path.string(),
                                parsed.at("version").dump(), version);
    saved.state = from_json(parsed);
  } catch (const json::exception&) {
    throw_error<FormatError>("{}: the numbers of the training cannot be read", path.string());
  }
  for (const EpochReport& report : saved.state.epochs) {
    KeptEpoch kept{report.epoch};
    const std::string prefix = fmt::format("{}{}.", epoch_prefix, report.epoch);
    for (const auto& [name, array] : file.weights) {
      if (name.starts_with(prefix)) kept.weights.emplace_back(name.substr(prefix.size()), array);
    }
    if (!kept.weights.empty()) saved.state.kept_epochs.push_back(std::move(kept));
  }
  for (auto& [name, array] : file.weights) {
    for (const auto& [prefix, part] :
         {std::pair(std::string_view(weights_prefix), &saved.state.weights),
          std::pair(std::string_view(best_prefix), &saved.state.best_weights),
          std::pair(std::string_view(optimizer_prefix), &saved.state.optimizer)}) {
      if (name.starts_with(prefix)) part->emplace_back(name.substr(prefix.size()), std::move(array));
    }
  }
  if (saved.state.best_epoch > 0 && saved.state.best_weights.empty())
    saved.state.best_weights = saved.state.weights;
  saved.metadata = std::move(file.metadata);
  return saved;
}

}  // namespace heed
