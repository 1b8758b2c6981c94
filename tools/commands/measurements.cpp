#include "tools/commands/measurements.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "lib/array/parallel.hpp"
#include "lib/core/error.hpp"
#include "lib/files/atomic_write.hpp"
#include "lib/files/json.hpp"
#include "tools/commands/option_kinds.hpp"
#include "tools/language/overwrite.hpp"
#include "tools/language/spoken.hpp"
#include "tools/language/spoken_error.hpp"

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

void require_writable(const std::filesystem::path& file) {
  if (file.empty()) return;
  if (file == "-")
    throw_spoken<UsageError>("- is no file, and standard output has the text already: name a file",
                             "-는 파일이 아니고, 표준 출력에는 글이 나감: 파일 이름을 쓸 것");
  if (std::filesystem::is_directory(file))
    throw_spoken<Error>("{} is a folder: name a file", "{}: 폴더입니다. 파일 이름을 주세요", file.string());
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
    fmt::print("\n{}: {}\n", spoken("Everything measured", "잰 것 모두"), files.json);
  }
  if (!files.csv.empty()) {
    atomic_write(files.csv, results_csv(results));
    fmt::print("\n{}: {}\n", spoken("The measurements as a table", "잰 것을 표로"), files.csv);
  }
}

}  // namespace heed
