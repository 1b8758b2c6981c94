// A saved file, and what a model reads, as text for the terminal.
#pragma once

#include <filesystem>
#include <string>

#include "lib/report/shade.hpp"
#include "lib/report/terminal.hpp"
#include "tools/inspect/reading.hpp"

namespace heed {

/// Formats a probability, such as "0.907"; "<0.001" stands for what would be 0.000 and is not 0.
std::string probability_text(double p, int digits);

/// Returns what was read and written: text, remarks, and the probability of each token of the output.
std::string written_text(const Reading& reading);

/// Weights are shown as they are, other values with their signs as a part of the largest |value|.
Signs signs_of(const std::string& point, const Array& values);

/// Returns a heat map for each head of (1, H, Tq, Tk) and (1, H, T, D), one of (1, T, C), below a line with
/// name, shape and range. Of a long text the first 32 words are shown, of a long vector the first 64 numbers,
/// which is said.
std::string point_maps(const Reading& reading, const std::string& point, const Array& values,
                       const Terminal& terminal);

/// Returns for each position of logits (1, T, V) the five words with the largest softmax; ● is the output.
std::string word_table(const Reading& reading, const std::string& point, const Array& logits,
                       const Terminal& terminal);

enum class Detail { parts, tensors, words };

/// Describes a model that heed saved: kind, options, parameters by part, vocabularies, training, hashes. Of
/// any other safetensors file: its texts, and parameters by part. `tensors` lists each with type and shape,
/// `words` every word of its vocabularies in the order of the alphabet, and nothing else. Reads the whole
/// file and checks its hashes. Throws Error that says what is wrong with it.
std::string describe_file(const std::filesystem::path& path, Detail detail = Detail::parts);

}  // namespace heed
