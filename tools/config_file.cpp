#include "tools/config_file.hpp"

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string_view>

#include "lib/text/display.hpp"
#include "lib/text/foreign_text.hpp"
#include "lib/text/unicode.hpp"
#include "tools/language/library_errors.hpp"
#include "tools/language/spoken_error.hpp"

namespace heed {
namespace {

constexpr std::size_t most_bytes = 1'000'000;

std::string text_of(const std::string& file) {
  std::ifstream stream(file);
  if (!stream && errno == EACCES)
    throw_spoken<UsageError>("--config {}: you may not read this file; change its permissions",
                             "--config {}: 읽을 권한이 없습니다. 파일의 권한을 바꾸세요", file);
  if (!stream)
    throw_spoken<UsageError>("--config {}: cannot be read; check its name",
                             "--config {}: 읽을 수 없습니다. 이름을 확인하세요", file);
  std::error_code none;
  if (std::filesystem::is_directory(file, none))
    throw_spoken<UsageError>("--config {0}: is a folder; name a file, such as {0}/run.json",
                             "--config {0}: 폴더입니다. {0}/run.json처럼 파일을 주세요", file);
  std::string text(most_bytes + 1, '\0');  // a pipe, or /dev/zero, does not say how long it is
  stream.read(text.data(), std::ssize(text));
  text.resize(static_cast<std::size_t>(stream.gcount()));
  if (stream.bad())
    throw_spoken<UsageError>("--config {}: cannot be read to its end; check its disk",
                             "--config {}: 끝까지 읽을 수 없습니다. 디스크를 확인하세요", file);
  if (text.size() > most_bytes)
    throw_spoken<UsageError>("--config {}: longer than {} bytes, the most that is read; is it a run's file?",
                             "--config {}: 읽을 수 있는 {}바이트보다 깁니다. 학습 설정 파일인지 확인하세요",
                             file, most_bytes);
  if (const std::string problem = foreign_text(text); !problem.empty())
    throw_error<UsageError>("--config {}: {}", file, problem);
  if (first_invalid_utf8(text))
    throw_spoken<UsageError>("--config {}: is not UTF-8; {}", "--config {}: UTF-8이 아닙니다. {}", file,
                             in_spoken_language(encoding_advice(text)));
  if (strip(text).empty())
    throw_spoken<UsageError>("--config {}: is empty; `--print-config` writes such a file",
                             "--config {}: 비어 있습니다. 이런 파일은 `--print-config`가 씁니다", file);
  return text;
}

/// What may have gone wrong, by nlohmann's own words.
std::string likely_cause(std::string_view problem) {
  const auto has = [&](std::string_view words) { return problem.find(words) != std::string_view::npos; };
  if (has("surrogate"))
    return spoken("\\uD800 to \\uDFFF are halves of a character: write the character itself",
                  "\\uD800부터 \\uDFFF까지는 글자의 반쪽입니다. 글자를 그대로 쓰세요");
  if (has("after backslash")) return spoken("in a text, \\ is written \\\\", "글 안의 \\는 \\\\로 씁니다");
  if (has("unexpected '}'") || has("unexpected ']'"))
    return spoken("the comma in front of the bracket is one too many, or a value is missing",
                  "괄호 앞의 쉼표가 남거나 값이 빠졌습니다");
  return spoken("a comma, quote or bracket may be missing", "쉼표, 따옴표, 괄호가 빠졌는지 보세요");
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
      throw_spoken<UsageError>("--config {}: \"{}\" stands there twice, in line {} and in line {}",
                               "--config {}: 두 번 나오는 이름: \"{}\" ({}번째 줄과 {}번째 줄)", file,
                               printable(first->first), first->second, line);
    return true;
  };
  try {
    config.settings = nlohmann::json::parse(stream, watch, true, true);  // with comments
    if (!config.settings.is_object())
      throw_spoken<UsageError>("--config {}: not an object {{\"option\": value, …}}",
                               "--config {}: {{\"옵션\": 값, …}} 모양의 JSON 객체가 아닙니다", file);
    return config;
  } catch (const nlohmann::json::parse_error& problem) {
    const std::string_view before =
        std::string_view(text).substr(0, std::max<std::size_t>(problem.byte, 1) - 1);
    throw_spoken<UsageError>("--config {}: no JSON from line {}, column {} on: {}",
                             "--config {}: {}번째 줄 {}번째 칸부터 JSON이 아닙니다. {}", file,
                             line_of(before.size()), before.size() - (before.rfind('\n') + 1) + 1,
                             likely_cause(problem.what()));
  } catch (const nlohmann::json::exception&) {
    throw_spoken<UsageError>("--config {}: no JSON: it holds a number that is too large",
                             "--config {}: JSON이 아닙니다. 너무 큰 수가 있습니다", file);
  }
}

}  // namespace heed
