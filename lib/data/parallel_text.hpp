// Parallel text from a folder: train.ko, train.en, valid.ko, ..., one sentence a line, line i of one file
// translating line i of the other.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "lib/core/message.hpp"
#include "lib/data/corpus.hpp"

namespace heed {

struct ParallelOptions {
  std::filesystem::path folder;
  std::string source, target;  ///< the names after the dot: "ko", "en"
};

/// Holds what was read, and a sentence for each part of which pairs were left out.
struct ParallelText {
  Corpus corpus;
  std::vector<Message> warnings;
};

/// Reads the six files. Sentences come back as they are written, normalised to NFC, without spaces at either
/// end. Pairs of which a line is empty, not UTF-8 or holds the byte 0 are left out. Error: a missing folder
/// or file (naming the languages that are there), a file that cannot be read, an empty file, files of
/// different length, more than a fifth of the pairs left out for what is wrong in one file. UsageError: no
/// language, the same twice.
ParallelText read_parallel_text(const ParallelOptions& options);

}  // namespace heed
