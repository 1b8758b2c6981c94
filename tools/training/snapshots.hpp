// Holds what the heads of a model look at in some sentences, small enough to be kept after each epoch.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "lib/data/batches.hpp"
#include "nn/module.hpp"

namespace heed {

/// A sentence with the words of its rows and columns, and a forward pass of the model over it. What a
/// Transformer writes is given, so that the rows stay the same while it learns.
struct ShownSentence {
  std::vector<std::string> source;  // what an encoder reads, with <eos>; of a language model nothing
  std::vector<std::string> input;   // what a decoder reads, <bos> first
  std::vector<std::string> output;  // the token after each of these
  std::function<void()> read;
};

/// Holds what the ids of a side are called, printed; null if the model has no such side.
struct ShownWords {
  std::function<std::string(std::int32_t)> source{}, target{};
};
/// The first `most` examples, each a whole text, that fit on a page, as what a decoder reads and writes;
/// `read` passes them through the model.
std::vector<ShownSentence> shown_of(const std::vector<Example>& examples, const ShownWords& words,
                                    const std::function<void(const std::vector<Example>&)>& read,
                                    std::size_t most = 1);

class Snapshots {
 public:
  /// `epochs`: how many pictures there may be; the more, the fewer heads are in each.
  Snapshots(Module model, std::vector<ShownSentence> sentences, std::int64_t epochs);

  /// A byte for each weight (255: all of it) in base64: of each sentence, each of its attentions (H, Tq, Tk)
  /// in the order of sentences(). Empty: this model has no weights to look at.
  std::string take();
  /// As JSON: source, input, output, and "heads": names and shapes. Known after the first take().
  const std::string& sentences() const { return described_; }

 private:
  void choose();

  Module model_;
  std::vector<ShownSentence> sentences_;
  std::size_t most_cells_;
  std::vector<std::vector<std::string>> points_;  // of each sentence
  std::string described_;
  bool chosen_ = false;
};

}  // namespace heed
