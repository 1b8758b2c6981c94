#include "tools/language/tr.hpp"

#include <array>
#include <optional>

#include "lib/text/unicode.hpp"

namespace heed {
namespace {

struct Particle {
  std::string_view both, after_final, after_vowel;
};

constexpr std::array<Particle, 6> particles{{{"을(를)", "을", "를"},
                                             {"이(가)", "이", "가"},
                                             {"은(는)", "은", "는"},
                                             {"와(과)", "과", "와"},
                                             {"과(와)", "과", "와"},
                                             {"(으)로", "으로", "로"}}};

/// The number of ㄹ among the finals: (으)로 treats it as if there were none.
constexpr int final_rieul = 8;

/// Returns the final consonant of a digit as it is read: 영 일 이 삼 사 오 육 칠 팔 구; as final_of() numbers
/// them.
constexpr std::array<int, 10> finals_of_digits{21, 8, 0, 16, 0, 0, 1, 8, 8, 0};

/// The final consonant (받침) of the word's last syllable: 0 none, 1 ㄱ … 27 ㅎ. Nothing if the word does not
/// end in Hangul.
std::optional<int> final_of(std::string_view word) {
  const std::u32string jamo = to_code_points(nfd(word));
  const char32_t last = jamo.empty() ? U'\0' : jamo.back();
  if (0x11A8 <= last && last <= 0x11C2) return static_cast<int>(last - 0x11A7);
  if (0x1161 <= last && last <= 0x1175) return 0;  // a vowel
  return std::nullopt;
}

/// The final of the last sound of `text`; brackets and quotes behind it have none.
std::optional<int> last_final(std::string_view text) {
  while (!text.empty() && std::string_view(")]`'\"").find(text.back()) != std::string_view::npos)
    text.remove_suffix(1);
  if (text.empty()) return std::nullopt;
  if (text.back() >= '0' && text.back() <= '9')
    return finals_of_digits[static_cast<std::size_t>(text.back() - '0')];
  const std::size_t before = text.find_last_of(" \n");
  return final_of(before == std::string_view::npos ? text : text.substr(before + 1));
}

}  // namespace

std::string with_particles(std::string_view text) {
  std::string out;
  for (std::size_t from = 0; from < text.size();) {
    const Particle* here = nullptr;
    for (const Particle& particle : particles) {
      if (text.substr(from).starts_with(particle.both)) here = &particle;
    }
    const std::optional<int> final = here == nullptr ? std::nullopt : last_final(out);
    if (here == nullptr || !final) {
      out += text[from++];
      continue;
    }
    const bool as_vowel = *final == 0 || (here->after_vowel == "로" && *final == final_rieul);
    out += as_vowel ? here->after_vowel : here->after_final;
    from += here->both.size();
  }
  return out;
}

}  // namespace heed
