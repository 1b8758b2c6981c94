// The history beside a model, as a page may rely on it.
#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>

namespace heed {

/// Returns what training.json beside a model says (tools/training/training_history.hpp), null if there is
/// none. Throws FormatError that names the file and the field if it is something else than the history of a
/// training.
nlohmann::json read_history(const std::filesystem::path& model);

}  // namespace heed
