#include "tools/config_file.hpp"

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string_view>

#include "lib/core/error.hpp"
#include "lib/text/display.hpp"
#include "lib/text/foreign_text.hpp"
#include "lib/text/unicode.hpp"
#include "tools/language/tr.hpp"

namespace heed {
namespace {

constexpr std::size_t most_bytes = 1'000'000;

std::string text_of(const std::string& file) {
  std::ifstream stream(file);
  if (!stream && errno == EACCES)
    throw_error<UsageError>(tr_noop("--config {}: you may not read this file; change its permissions"), file);
  if (!stream) throw_error<UsageError>(tr_noop("--config {}: cannot be read; check its name"), file);
  std::error_code none;
  if (std::filesystem::is_directory(file, none))
    throw_error<UsageError>(tr_noop("--config {0}: is a folder; name a file, such as {0}/run.json"), file);
  std::string text(most_bytes + 1, '\0');  // a pipe, or /dev/zero, does not say how long it is
  stream.read(text.data(), std::ssize(text));
  text.resize(static_cast<std::size_t>(stream.gcount()));
  if (stream.bad())
    throw_error<UsageError>(tr_noop("--config {}: cannot be read to its end; check its disk"), file);
  if (text.size() > most_bytes)
    throw_error<UsageError>(
        tr_noop("--config {}: longer than {} bytes, the most that is read; is it a run's file?"), file,
        most_bytes);
  if (const Message problem = foreign_text(text); !problem.empty())
    throw_error<UsageError>("--config {}: {}", file, problem);
  if (first_invalid_utf8(text))
    throw_error<UsageError>(tr_noop("--config {}: is not UTF-8; {}"), file, encoding_advice(text));
  if (strip(text).empty())
    throw_error<UsageError>(tr_noop("--config {}: is empty; `--print-config` writes such a file"), file);
  return text;
}

/// What may have gone wrong, by nlohmann's own words.
std::string likely_cause(std::string_view problem) {
  const auto has = [&](std::string_view words) { return problem.find(words) != std::string_view::npos; };
  if (has("surrogate")) return tr("\\uD800 to \\uDFFF are halves of a character: write the character itself");
  if (has("after backslash")) return tr("in a text, \\ is written \\\\");
  if (has("unexpected '}'") || has("unexpected ']'"))
    return tr("the comma in front of the bracket is one too many, or a value is missing");
  return tr("a comma, quote or bracket may be missing");
}

}  // namespace

ConfigFile read_config(const std::string& file) {
  const std::string text = text_of(file);
  std::istringstream stream(text);
  ConfigFile config;
  const auto line_of = [&](std::size_t byte) {
    return std::ranges::count(std::string_view(text).substr(0, byte), '\n') + 1;
  };
  const auto watch = [&](int depth, nlohmann::json::parse_event_t event, const nlohmann::json& key) {
    if (event != nlohmann::json::parse_event_t::key || depth != 1) return true;
    const long line = line_of(static_cast<std::size_t>(stream.tellg()));
    if (const auto [first, is_new] = config.lines.emplace(key.get<std::string>(), line); !is_new)
      throw_error<UsageError>(tr_noop("--config {}: \"{}\" stands there twice, in line {} and in line {}"),
                              file, printable(first->first), first->second, line);
    return true;
  };
  try {
    config.settings = nlohmann::json::parse(stream, watch, true, true);  // with comments
    if (!config.settings.is_object())
      throw_error<UsageError>(tr_noop("--config {}: not an object {{\"option\": value, …}}"), file);
    return config;
  } catch (const nlohmann::json::parse_error& problem) {
    const std::string_view before =
        std::string_view(text).substr(0, std::max<std::size_t>(problem.byte, 1) - 1);
    throw_error<UsageError>(tr_noop("--config {}: no JSON from line {}, column {} on: {}"), file,
                            line_of(before.size()), before.size() - (before.rfind('\n') + 1) + 1,
                            likely_cause(problem.what()));
  } catch (const nlohmann::json::exception&) {
    throw_error<UsageError>(tr_noop("--config {}: no JSON: it holds a number that is too large"), file);
  }
}

}  // namespace heed
