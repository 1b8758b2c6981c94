// Declares what heed bert says of classes, from few labels of the grammar or a file of labels, and of a text.
#pragma once

#include <filesystem>
#include <string>

#include "tools/bert/tell_apart.hpp"

namespace heed {

/// To be asked before a training. Throws Error if nothing can be written there, or if something else than a
/// classifier is there.
void check_classifier_place(const std::filesystem::path& file);

/// Throws Error if the model in `file` does not know most tokens of the embedded grammar, and what can be
/// asked of it instead.
void require_grammar(const MaskedLanguageModel& model, const std::filesystem::path& file, int level);

/// Learns from few labels, shows how well, and saves the classifier of the most labels in `file`. Returns 0,
/// or what a program exits with that was interrupted meanwhile; interrupts are caught by the caller.
int print_told(const MaskedLanguageModel& model, TellPlan plan, const std::filesystem::path& file);

/// Trains a classifier on a file of labels, a "label<TAB>text" a line, says how well it tells the held-out
/// ones, and saves it in `file`. 0 steps stand for 120 or four times over all texts, whichever is more.
/// Returns as print_told() does; interrupted, it saves nothing. Throws Error for bad labels.
int learn_labels(const MaskedLanguageModel& model, const std::filesystem::path& labels, std::int64_t steps,
                 const std::filesystem::path& file);

/// Prints a text and its classes, the most probable first. Throws Error if no classifier is there.
void print_classes(const std::filesystem::path& file, const std::string& text);

}  // namespace heed
