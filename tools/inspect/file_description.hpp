// A file of weights is described for a person who found it.
#pragma once

#include <filesystem>
#include <string>

#include "lib/files/safetensors.hpp"

namespace heed {

enum class Detail { parts, tensors, words };

/// Describes a model that heed saved: kind, options, parameters by part, vocabularies, training, hashes. Of
/// any other safetensors file: its texts, and parameters by part. `tensors` lists each with type and shape,
/// `words` every word of its vocabularies in the order of the alphabet, and nothing else. Reads the whole
/// file and checks its hashes. Throws Error that says what is wrong with it.
std::string describe_file(const std::filesystem::path& path, Detail detail = Detail::parts);

/// "options      d_model 4 · heads 2": such lines stand below each other.
std::string titled(const std::string& title, const std::string& text);

/// Counts the parameters, and what is none: buffers, whole numbers, what a training remembers. A table has
/// the parts: numbered modules are one row, "h.* (12)"; a name without a number belongs to the module that
/// its first two words name. A matrix that holds the bytes of an earlier one is tied to it and counts once.
std::string parameters_text(const Safetensors& file);

}  // namespace heed
