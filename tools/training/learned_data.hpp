// Has a model learned from the files that a person names now? A model's folder follows from their name alone.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace heed {

/// Of the bytes of these files, in their order; empty if there are none, or one cannot be read.
std::string files_hash(const std::vector<std::filesystem::path>& files);

/// Whether the history beside the model names another files_hash() (`data_hash`) than this one. No where one
/// of the two is empty, as of files that are gone, and of models from before the history had it.
bool learned_from_others(const std::filesystem::path& model, const std::string& hash);

/// For standard error, of a model that answers: "note: MODEL has learned from other data than --data has
/// now", and how a training is asked for; or that one of the files is not there. "" is no file.
std::string note_on_other_data(const std::filesystem::path& model,
                               const std::vector<std::filesystem::path>& files);
/// Of a model that is about to be replaced: the same, and that a new one is trained, with which options.
/// `run` is the new one's run.json.
std::string note_on_new_data(const std::filesystem::path& model, const std::string& hash,
                             const std::string& run);

}  // namespace heed
