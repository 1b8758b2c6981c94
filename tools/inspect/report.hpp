// Saved models and their readings as JSON, and as a page for the browser.
#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "tools/inspect/reading.hpp"

namespace heed {

struct PageOptions {
  std::vector<std::filesystem::path> models;
  /// Sentences that they read; none: the first of the first model's test, else those whose pictures a
  /// training kept.
  std::vector<std::string> sentences{};
};

/// Returns what the page shows, in the spoken language. Sentences that no page has stand in "left_out":
/// {sentence, why}. Arrays are base64 of 32-bit floats, least significant byte first. Throws Error for a
/// model that cannot be read.
nlohmann::json report_data(const PageOptions& options);

/// Writes the page whole or not at all; "-" is standard output. Standard error says which sentences are left
/// out. Throws as report_data() does, and Error if every sentence that was given is left out.
void write_report(const std::filesystem::path& page, const PageOptions& options);

/// Returns a reading as a page has it: source, input, output, probability, text, remarks, beam
/// [{text, score, tokens, probability}], heads (attention_json() in the .cpp), and of a ViT the image.
nlohmann::json reading_json(const AnyModel& model, const Reading& reading);

/// Returns Shaw's tables of each attention that has learned them: [{name, clip, dim, key, value}], of
/// (2 clip + 1, dim) numbers.
nlohmann::json learned_positions(const AnyModel& model);

/// Returns sinusoidal positions, rotary turns {base, head_dim} and ALiBi's slopes, as in the papers.
nlohmann::json positions_json();

}  // namespace heed
