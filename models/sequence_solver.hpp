// A trained model that copies, reverses or sorts: what `heed copy` saves, and asks later.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "lib/data/sequence_tasks.hpp"
#include "models/transformer.hpp"

namespace heed::inline HEED_PRECISION {

class SequenceSolver {
 public:
  /// Its file has this beside the Transformer.
  static constexpr const char* task_key = "heed.task";

  /// Ids from `first_symbol` on are the integers from 0.
  SequenceSolver(Transformer model, SequenceTask task, std::int32_t first_symbol);

  SequenceTask task() const { return task_; }
  const Transformer& model() const { return model_; }
  /// The model's answer to each sequence: "3 1 2" → "1 2 3". Throws Error that names what is no integer the
  /// model knows, and a sequence that is too long for it.
  std::vector<std::string> answers(const std::vector<std::string>& sequences) const;
  std::vector<std::int32_t> answer(const std::vector<std::int32_t>& ids) const;
  /// The ids of "3 1 2"; throws as answers() does.
  std::vector<std::int32_t> encode(const std::string& sequence) const;
  /// Symbols as a person writes them; <unk> for what is none.
  std::string text(const std::vector<std::int32_t>& ids) const;

  void save(const std::filesystem::path& path) const;
  /// Throws Error that says what is wrong with the file.
  static SequenceSolver load(const std::filesystem::path& path);

 private:
  Transformer model_;
  SequenceTask task_;
  std::int32_t first_symbol_;
};

}  // namespace heed
