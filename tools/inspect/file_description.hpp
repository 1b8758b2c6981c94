// A file of weights is described for a person who found it.
#pragma once

#include <filesystem>
#include <string>

namespace heed {

enum class Detail { parts, tensors, words };

/// Describes a model that heed saved: kind, options, parameters by part, vocabularies, training, hashes. Of
/// any other safetensors file: its texts, and parameters by part. `tensors` lists each with type and shape,
/// `words` every word of its vocabularies in the order of the alphabet, and nothing else. Reads the whole
/// file and checks its hashes. Throws Error that says what is wrong with it.
std::string describe_file(const std::filesystem::path& path, Detail detail = Detail::parts);

}  // namespace heed
