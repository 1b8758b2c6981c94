#include "tools/commands/measurements.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <system_error>

#include "lib/array/parallel.hpp"
#include "lib/core/error.hpp"
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

void check_measurement_files(const MeasurementFiles& files) {
  for (const std::filesystem::path file : {files.json, files.csv}) {
    if (file.empty()) continue;
    if (std::filesystem::is_directory(file)) throw_error<Error>("{} is a folder: name a file", file.string());
    const std::filesystem::path folder = file.has_parent_path() ? file.parent_path() : ".";
    if (access(folder.c_str(), W_OK | X_OK) != 0)
      throw_error<Error>("cannot write {}: {}", file.string(), std::system_category().message(errno));
  }
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
