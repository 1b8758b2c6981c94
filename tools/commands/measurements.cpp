#include "tools/commands/measurements.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "lib/core/error.hpp"
#include "lib/files/atomic_write.hpp"
#include "lib/files/json.hpp"
#include "lib/report/interrupt.hpp"
#include "lib/report/terminal.hpp"
#include "tools/commands/option_kinds.hpp"
#include "tools/commands/training_options.hpp"
#include "tools/language/overwrite.hpp"
#include "tools/language/tr.hpp"
#include "tools/training/machine.hpp"

namespace heed {

void add_measurement_options(CLI::App& command, MeasurementFiles& files) {
  const AddOptions add(command, "measurements");
  add("--json", files.json);
  add("--csv", files.csv);
  add_threads(command, "measurements");
}

void require_writable(const std::filesystem::path& file) {
  if (file.empty()) return;
  if (file == "-")
    throw_error<UsageError>(tr_noop("- is no file, and standard output has the text already: name a file"));
  if (std::filesystem::is_directory(file))
    throw_error<Error>(tr_noop("{} is a folder: name a file"), file.string());
  require_writable_folder(file);
}

void check_measurement_files(const MeasurementFiles& files) {
  require_writable(files.json);
  require_writable(files.csv);
  refuse_to_overwrite("--json", files.json);
  refuse_to_overwrite("--csv", files.csv, {files.json});
}

void write_measurements(const MeasurementFiles& files, const ExperimentResults& results) {
  if (!files.json.empty()) {
    write_json(files.json, json_of(results));
    fmt::print("\n{}: {}\n", tr("Everything measured"), files.json);
  }
  if (!files.csv.empty()) {
    atomic_write(files.csv, results_csv(results));
    fmt::print("\n{}: {}\n", tr("The measurements as a table"), files.csv);
  }
}

int show_measurement(const MeasurementFiles& files, const std::string& id, Finding finding, bool quick) {
  const bool stopped = interrupt_requested();
  if (stopped) finding.notes.push_back(text_of("experiment.interrupted"));
  ExperimentResults measured{.machine = describe_machine(), .quick = quick};
  measured.all.push_back({.id = id, .finding = std::move(finding)});
  const ExperimentResult& shown = measured.all.front();
  if (!shown.finding.tables.empty()) {  // else nothing was measured
    const Terminal out = terminal(Stream::output);
    fmt::print("{}", finding_text(shown, spoken_language(), out.interactive ? out.width : 0));
  }
  write_measurements(files, measured);
  return stopped ? 128 + interrupt_signal() : 0;
}

}  // namespace heed
