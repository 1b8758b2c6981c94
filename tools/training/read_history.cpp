#include "tools/training/read_history.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "lib/core/message.hpp"
#include "lib/files/base64.hpp"
#include "lib/files/json.hpp"
#include "tools/language/json_check.hpp"
#include "tools/training/run_directory.hpp"

namespace heed {
namespace {

class HistoryCheck : JsonCheck {
 public:
  explicit HistoryCheck(const std::filesystem::path& file)
      : JsonCheck(file, Message::of(tr_noop("not the history of a training, as it stands beside a model")),
                  Message::of(tr_noop("; move the file away, or train anew"))) {}

  void all(const Json& history) const {
    if (!history.is_object()) refuse("");
    for (const Json& epoch : field(history, "epochs", Kind::array)) {
      if (!epoch.is_object()) refuse_field("epochs");
      for (const auto& [name, value] : epoch.items())
        if (!is_number_or_null(value)) refuse_field("epochs[]." + name);
      if (!epoch.contains("epoch")) refuse_field("epochs[].epoch");
    }
    if (history.contains("score")) field(history, "score", Kind::string);
    if (history.contains("interrupted")) field(history, "interrupted", Kind::boolean);
    if (history.contains("steps")) steps(field(history, "steps", Kind::object));
    if (history.contains("snapshots")) snapshots(field(history, "snapshots", Kind::object));
  }

 private:
  /// Columns of one length.
  void steps(const Json& steps) const {
    const std::size_t count = field(steps, "epoch", Kind::array, "steps.").size();
    for (const auto& [name, column] : steps.items())
      if (column.is_array() && (column.size() != count || !std::ranges::all_of(column, is_number_or_null)))
        refuse_field("steps." + name);
  }

  /// A byte for each weight of all heads of all sentences, in base64, after each epoch.
  void snapshots(const Json& snapshots) const {
    std::size_t bytes = 0;
    for (const Json& sentence : field(snapshots, "sentences", Kind::array, "snapshots.")) {
      const std::string in = "snapshots.sentences[].";
      for (const char* words : {"source", "input", "output"})
        if (!std::ranges::all_of(field(sentence, words, Kind::array, in),
                                 [](const Json& word) { return word.is_string(); }))
          refuse_field(in + words);
      for (const Json& head : field(sentence, "heads", Kind::array, in)) {
        field(head, "name", Kind::string, in + "heads[].");
        for (const char* is : {"cross", "causal"}) field(head, is, Kind::boolean, in + "heads[].");
        const Json& shape = field(head, "shape", Kind::array, in + "heads[].");
        const bool sizes = shape.size() == 3 && std::ranges::all_of(shape, [](const Json& n) {
                             return n.is_number_unsigned() && n.get<std::uint64_t>() < 10'000;
                           });
        if (!sizes) refuse_field(in + "heads[].shape");
        bytes += shape[0].get<std::size_t>() * shape[1].get<std::size_t>() * shape[2].get<std::size_t>();
      }
    }
    for (const Json& epoch : field(snapshots, "epochs", Kind::array, "snapshots.")) {
      const std::string in = "snapshots.epochs[].";
      field(epoch, "epoch", Kind::number_unsigned, in);
      if (base64_size(field(epoch, "weights", Kind::string, in).get_ref<const std::string&>()) != bytes)
        refuse_field(in + "weights");
    }
  }

  /// What is not finite is written as null.
  static bool is_number_or_null(const Json& value) { return value.is_number() || value.is_null(); }
};

}  // namespace

nlohmann::json read_history(const std::filesystem::path& model) {
  const std::filesystem::path file = history_of(model);
  if (!std::filesystem::exists(file)) return {};
  nlohmann::json history = read_json(file);
  HistoryCheck(file).all(history);
  return history;
}

}  // namespace heed
