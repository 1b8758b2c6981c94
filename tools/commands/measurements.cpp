#include "tools/commands/measurements.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "lib/array/parallel.hpp"
#include "lib/files/atomic_write.hpp"
#include "lib/files/json.hpp"
#include "tools/commands/option_kinds.hpp"

namespace heed {

void add_measurement_options(CLI::App& command, MeasurementFiles& files, const std::string& what) {
  command.add_option("--json", files.json, "write everything measured there")->option_text("FILE");
  command.add_option("--csv", files.csv, what)->option_text("FILE");
  command
      .add_option_function<int>(
          "--threads", [](const int& n) { set_threads(n); }, "threads to compute with")
      ->option_text("THREADS [one a processor]")
      ->transform(number_between(1, 1024));
}

void write_measurements(const MeasurementFiles& files, const std::function<nlohmann::json()>& json,
                        const std::function<std::string()>& csv) {
  if (!files.json.empty()) {
    write_json(files.json, json());
    fmt::print("\nEverything measured: {}\n", files.json);
  }
  if (!files.csv.empty()) {
    atomic_write(files.csv, csv());
    fmt::print("\nThe measurements as a table: {}\n", files.csv);
  }
}

}  // namespace heed
