// The commands that measure share these options: files for what came out, and the threads.
#pragma once

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>
#include <string>

#include "tools/measure/experiment.hpp"

namespace heed {

/// The files that everything measured is written to, and its table; nowhere if empty.
struct MeasurementFiles {
  std::string json, csv;
};

/// Adds --json, --csv and --threads.
void add_measurement_options(CLI::App& command, MeasurementFiles& files);

/// Throws Error if a file could not be written there, UsageError for "-", or where it would overwrite a saved
/// model or another of the files: to be asked before work begins.
void check_measurement_files(const MeasurementFiles& files);

/// The width of the terminal on standard output; 0 if it is none.
std::size_t table_width();

/// Writes the files that are wanted, and says so. Throws Error if one cannot be written.
void write_measurements(const MeasurementFiles& files, const nlohmann::json& results);

}  // namespace heed
