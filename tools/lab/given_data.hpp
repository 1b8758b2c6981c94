// Sentences that a person gives the lab: claims about translation are measured on them, too.
#pragma once

#include "tools/lab/claim.hpp"
#include "tools/translation/train_translator.hpp"

namespace heed {

/// The sentences of options.given; words that are seen once become <unk>. If quick, the first 1,500 to train
/// on and 200 to judge by. Throws Error as read_parallel_text() does.
TranslationData given_data(const LabOptions& options);

/// As docs/results.md has it of Multi30k, by heed compare-heads --d-model 128 --ff 256 --epochs 4: 2 + 2
/// layers, no embedding tied. Quick: one epoch.
TranslationSession given_session(const LabOptions& options);

/// How to measure a claim on them: "./heed lab C6 --data multi30k_deen --source de --target en".
std::string given_command(const std::string& claim, const LabOptions& options);

/// The folder's name and the languages, as in "multi30k_deen, de → en".
std::string given_name(const LabOptions& options);

/// The same for files: "multi30k_deen-de-en".
std::string given_file_name(const LabOptions& options);

}  // namespace heed
