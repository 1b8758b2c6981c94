#include "lib/data/parallel_text.hpp"

#include <fmt/ranges.h>

#include <set>
#include <string_view>

#include "lib/core/error.hpp"
#include "lib/data/text_lines.hpp"

namespace heed {
namespace {

namespace fs = std::filesystem;

// The languages that have a train file: what --source and --target could be.
std::set<std::string> languages_in(const fs::path& folder) {
  std::set<std::string> found;
  std::error_code ignored;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, ignored)) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with("train.") && name.size() > 6) found.insert(name.substr(6));
  }
  return found;
}

/// The file of a part in a language, which must be there.
fs::path existing_file(const fs::path& folder, std::string_view split, const std::string& language) {
  fs::path path = folder / fmt::format("{}.{}", split, language);
  std::error_code problem;
  const fs::file_status status = fs::status(path, problem);
  // A pipe may keep one waiting for ever, and /dev/zero never ends; of a folder the reader tells.
  if (fs::exists(status) && !fs::is_regular_file(status) && !fs::is_directory(status))
    throw_error(tr_noop("{} is not a regular file: copy the sentences into one"), path.string());
  if (fs::exists(status)) return path;
  const std::set<std::string> languages = languages_in(folder);
  throw_error(
      tr_noop("{} is missing: each language needs a train, a valid and a test file; those that have a "
              "train file there: {}"),
      path.string(), languages.empty() ? "–" : fmt::format("{}", fmt::join(languages, ", ")));
}

TextLines read_side(const fs::path& path) {
  return read_text_lines(path, LineForm::tidy, tr_noop("one sentence"), BadLines::left_out);
}

std::vector<SentencePair> read_split(const ParallelOptions& options, std::string_view split,
                                     std::vector<Message>& warnings) {
  const fs::path source_path = existing_file(options.folder, split, options.source);
  const fs::path target_path = existing_file(options.folder, split, options.target);
  TextLines source = read_side(source_path), target = read_side(target_path);
  if (source.lines.size() != target.lines.size()) {
    throw_error(tr_noop("{} has {} lines and {} has {}: line i of one must translate line i of the other; "
                        "find where they part"),
                source_path.string(), source.lines.size(), target_path.string(), target.lines.size());
  }
  const std::string both = fmt::format("{}, {}", source_path.string(), target_path.string());
  LeftOutLines left_out(both, Message::of(tr_noop("mend or delete them, in both files")));
  const Message empty = Message::of(tr_noop("it is empty"));
  std::vector<SentencePair> pairs;
  pairs.reserve(source.lines.size());
  for (std::size_t i = 0; i < source.lines.size(); ++i) {
    std::string &from = source.lines[i], &to = target.lines[i];
    if (!from.empty() && !to.empty()) {
      pairs.push_back({.source = std::move(from), .target = std::move(to)});
      continue;
    }
    const bool in_source = from.empty() && !target.bad.contains(i);
    const std::map<std::size_t, Message>& bad = in_source ? source.bad : target.bad;
    const auto why = bad.find(i);
    const std::string where = fmt::format("{}:{}", (in_source ? source_path : target_path).string(), i + 1);
    if (why == bad.end() && from.empty() && to.empty())
      left_out.pass_over(where, empty);
    else
      left_out.add(where, why == bad.end() ? empty : why->second);
  }
  left_out.require_few(source.lines.size());
  if (pairs.empty()) {
    throw_error(tr_noop("{} and {} have only empty lines: put one sentence a line into each"),
                source_path.string(), target_path.string());
  }
  if (Message note = left_out.note(source.lines.size()); !note.empty()) warnings.push_back(std::move(note));
  return pairs;
}

}  // namespace

ParallelText read_parallel_text(const ParallelOptions& options) {
  if (options.source.empty() || options.target.empty()) {
    throw_error<UsageError>(
        "parallel text needs two languages: name them as the files end, such as ko and en");
  }
  if (options.source == options.target) {
    throw_error<UsageError>(tr_noop("source and target are both '{}': choose two languages"), options.source);
  }
  std::error_code problem;
  const fs::directory_iterator readable(options.folder, problem);
  if (problem)
    throw_error(tr_noop("there is no folder {} that can be read ({}): give one that holds train, valid and "
                        "test files such as train.ko and train.en"),
                options.folder.string(), system_message(problem.value()));
  ParallelText text;
  text.corpus.train = read_split(options, "train", text.warnings);
  text.corpus.valid = read_split(options, "valid", text.warnings);
  text.corpus.test = read_split(options, "test", text.warnings);
  return text;
}

}  // namespace heed
