// The commands that measure share these options: files for what came out, and the threads.
#pragma once

#include <CLI/CLI.hpp>
#include <filesystem>
#include <string>

#include "tools/measure/results.hpp"

namespace heed {

/// The files that everything measured is written to, and its table; nowhere if empty.
struct MeasurementFiles {
  std::string json, csv;
};

/// Adds --json, --csv and --threads.
void add_measurement_options(CLI::App& command, MeasurementFiles& files);

/// Throws Error if a file could not be written there, UsageError for "-": to be asked before work begins. An
/// empty name is none.
void require_writable(const std::filesystem::path& file);

/// Throws Error if one of them could not be written, UsageError if both are the same file or one is of a
/// saved model: to be asked before anything is measured.
void check_measurement_files(const MeasurementFiles& files);

/// Writes the files that are wanted, and says so. Throws Error if one cannot be written.
void write_measurements(const MeasurementFiles& files, const ExperimentResults& results);

/// Shows the finding of a command that is an experiment by itself, and writes its files. Returns the exit
/// status.
int show_measurement(const MeasurementFiles& files, const std::string& id, Finding finding, bool quick);

}  // namespace heed
