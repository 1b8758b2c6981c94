#include "tools/lab/guess.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <istream>
#include <string>

namespace heed {

std::optional<LabAnswer> yes_or_no(std::string_view line) {
  constexpr std::array<std::string_view, 6> yes{"y", "yes", "예", "네", "응", "ㅛ"},
      no{"n", "no", "아니요", "아니오", "아뇨", "ㅜ"};
  std::string word;
  for (const char c : line)
    if (!std::isspace(static_cast<unsigned char>(c)))
      word += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  if (std::ranges::find(yes, word) != yes.end()) return LabAnswer::yes;
  if (std::ranges::find(no, word) != no.end()) return LabAnswer::no;
  return std::nullopt;
}

std::optional<LabAnswer> ask_for_guess(const Claim& claim, std::istream& in, Language language) {
  const Bilingual how{"y/n, Enter: no guess", "y/n, Enter: 건너뜀"},
      unclear{"y (yes) or n (no)?", "y(예)인가요, n(아니요)인가요?"},
      none{"Taken as no guess.", "건너뛰는 것으로 알겠습니다."};
  std::string question = claim.question.in(language), line;
  for (int asked = 0; asked < 3; ++asked) {
    fmt::print("{} [{}] ", question, how.in(language));
    std::fflush(stdout);
    if (!std::getline(in, line) || line.find_first_not_of(" \t\r") == std::string::npos) return std::nullopt;
    if (const std::optional<LabAnswer> said = yes_or_no(line)) return said;
    question = unclear.in(language);
  }
  fmt::print("{}\n", none.in(language));
  return std::nullopt;
}

LabAnswer answer_of(const Finding& finding) {
  if (finding.answer) return *finding.answer;
  switch (finding.verdict) {
    case LabVerdict::holds:
      return LabAnswer::yes;
    case LabVerdict::holds_in_part:
      return LabAnswer::in_part;
    case LabVerdict::does_not_hold:
      return LabAnswer::no;
    default:
      return LabAnswer::unknown;
  }
}

Bilingual guess_text(LabAnswer answer, LabAnswer guess) {
  switch (answer) {
    case LabAnswer::unknown:
      return {"Whether you are right cannot be told from these numbers.",
              "이 수로는 생각이 맞는지 알 수 없습니다."};
    case LabAnswer::in_part:
      return {"In part yes, in part no.", "일부는 그렇고 일부는 아닙니다."};
    default:
      return answer == guess ? Bilingual{"As you said.", "생각하신 대로입니다."}
                             : Bilingual{"Not what you said.", "생각과는 다릅니다."};
  }
}

}  // namespace heed
