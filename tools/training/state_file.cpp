#include "tools/training/state_file.hpp"

#include <optional>
#include <system_error>

#include "lib/core/error.hpp"
#include "lib/files/file_error.hpp"
#include "tools/language/tr.hpp"
#include "tools/training/run_directory.hpp"

namespace heed {
namespace {

namespace fs = std::filesystem;

/// Returns nothing if the file is damaged; `wrong` then says how. Throws for what is no damage, such as a
/// file that may not be read.
std::optional<SavedTraining> read_if_whole(const fs::path& file, std::string& wrong) {
  try {
    return read_training_state(file);
  } catch (const TruncatedError& problem) {
    wrong = localized(problem);
  } catch (const DamagedError& problem) {
    wrong = localized(problem);
  } catch (const FormatError& problem) {
    wrong = localized(problem);
  }
  return std::nullopt;
}

}  // namespace

StateFile::StateFile(const fs::path& model)
    : newest_(with_ending(model, "state.safetensors")),
      previous_(with_ending(model, "state.previous.safetensors")) {}

bool StateFile::exists() const { return fs::exists(newest_) || fs::exists(previous_); }

void StateFile::write(const TrainingState& state, const Metadata& metadata) const {
  // The one before goes only when the new one is whole on the disk, and the newest is missing at no moment: a
  // second name holds it until then.
  std::error_code problem;
  const fs::path second_name = fs::path(previous_).replace_extension("link");
  fs::remove(second_name, problem);
  fs::create_hard_link(newest_, second_name, problem);
  if (problem) fs::copy_file(newest_, second_name, problem);  // where there are no links
  try {
    write_training_state(newest_, state, metadata);
  } catch (...) {
    fs::remove(second_name, problem);
    throw;
  }
  if (problem)
    fs::remove(second_name, problem);  // the first state; or no room for a copy: the one before it stays
  else
    fs::rename(second_name, previous_, problem);
}

SavedTraining StateFile::read(std::string& note) const {
  std::string wrong;
  if (fs::exists(newest_)) {
    if (auto saved = read_if_whole(newest_, wrong)) return std::move(*saved);
  } else {
    wrong = fmt::format("{} is not there", newest_.string());
  }
  if (!fs::exists(previous_)) throw Error(wrong);
  const std::string newest_problem = wrong;
  std::optional<SavedTraining> saved = read_if_whole(previous_, wrong);
  if (!saved) throw_error<Error>("{}; {}", newest_problem, wrong);
  note = fmt::format("{}; using the state before it", newest_problem);
  // Else the next write would put the damaged one in place of the good one.
  std::error_code another_process_did;
  fs::rename(previous_, newest_, another_process_did);
  return std::move(*saved);
}

void StateFile::remove() const {
  std::error_code nothing_there;
  for (const fs::path& file : {newest_, previous_, fs::path(previous_).replace_extension("link")})
    fs::remove(file, nothing_there);
}

std::string StateFile::set_aside() const {
  const fs::path aside = fs::path(newest_).replace_extension("aside.safetensors");
  fs::rename(fs::exists(newest_) ? newest_ : previous_, aside);
  remove();
  return tr(
      "note: the state of a training that was interrupted here is kept in {}; to go on with it instead, give "
      "it the name {} again, and --resume\n",
      aside.string(), newest_.string());
}

void require_state(const fs::path& model) {
  const StateFile file(model);
  if (!file.exists())
    throw_error<Error>(tr_noop("there is no training to go on with: {} is not there, which an interrupted "
                               "training leaves; start "
                               "one without --resume"),
                       file.newest().string());
}

}  // namespace heed
