#include "tools/compare/comparison_csv.hpp"

#include <fmt/format.h>

#include <sstream>

#include "lib/core/error.hpp"
#include "lib/files/file_error.hpp"
#include "lib/files/read_file.hpp"
#include "lib/text/display.hpp"

namespace heed {
namespace {

constexpr const char* titles =
    "heads,seed,epochs,lr,parameters,best_epoch,valid_loss,valid_bleu,test_bleu,seconds";

/// "," and nothing else.
struct Comma {};
std::istream& operator>>(std::istream& in, Comma) {
  if (in.get() != ',') in.setstate(std::ios::failbit);
  return in;
}

}  // namespace

std::string comparison_csv(const std::vector<HeadRun>& runs) {
  std::string csv = std::string(titles) + '\n';
  for (const HeadRun& r : runs)
    csv += fmt::format("{},{},{},{},{},{},{:.6f},{:.4f},{:.4f},{:.2f}\n", r.heads, r.seed, r.epochs,
                       r.learning_rate, r.parameters, r.best_epoch, r.valid_loss, r.valid_bleu, r.test_bleu,
                       r.seconds);
  return csv;
}

std::vector<HeadRun> runs_of_csv(const std::filesystem::path& file) {
  std::istringstream lines(read_text_file(file));
  std::vector<HeadRun> runs;
  std::string line;
  for (int number = 1; std::getline(lines, line); ++number) {
    if (line.ends_with('\r')) line.pop_back();  // saved again by a spreadsheet, as is the mark at the start
    if (number == 1 && (line == titles || line == std::string("\xEF\xBB\xBF") + titles)) continue;
    HeadRun r;
    constexpr Comma comma;
    std::istringstream in(line);
    in >> r.heads >> comma >> r.seed >> comma >> r.epochs >> comma >> r.learning_rate >> comma >>
        r.parameters >> comma >> r.best_epoch >> comma >> r.valid_loss >> comma >> r.valid_bleu >> comma >>
        r.test_bleu >> comma >> r.seconds;
    if (number == 1 || !in || in.peek() != EOF)
      throw_error<FormatError>("{}, line {}: no results.csv of heed compare-heads", printable(file.string()),
                               number);
    runs.push_back(std::move(r));
  }
  if (runs.empty())
    throw_error<FormatError>("{}: no run of heed compare-heads stands there", printable(file.string()));
  return runs;
}

}  // namespace heed
