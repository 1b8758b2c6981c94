// Sources that are made from marked ones, for the grader and for what an answer is compiled with.
#pragma once

#include <filesystem>
#include <string>

namespace heed::grading {

/// All implementations of the exercise in a folder, each in a namespace of its own, and its Entry
/// (registry.hpp). A mistake has only the functions that it changes.
std::string variants(const std::filesystem::path& folder);

/// Returns the text that stands before an answer: the functions that a learner must define.
std::string signatures(const std::filesystem::path& folder);

}  // namespace heed::grading
