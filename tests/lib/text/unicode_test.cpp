// Against Python: tests/golden/make_unicode.py wrote python_unicode.json.
#include "lib/text/unicode.hpp"

#include <set>

#include "lib/core/error.hpp"
#include "tests/catch.hpp"
#include "tests/lib/score/golden.hpp"

using namespace heed;
using golden::Json;

namespace {

const Json& python() {
  static const Json data = golden::load_json("python_unicode.json");
  return data;
}

std::vector<bool> points_in(const Json& ranges) {
  std::vector<bool> in(0x110000, false);
  for (const Json& r : ranges)
    for (std::size_t c = r[0]; c <= r[1].get<std::size_t>(); ++c) in[c] = true;
  return in;
}

// Returns the first assigned code point for which `predicate` differs from the golden ranges, as text; empty
// if none. Since the golden file U+1171E has become a spacing mark (Unicode 16), U+0295 a letter without case
// (17).
template <typename Predicate>
std::string first_difference(const char* key, Predicate predicate) {
  static const std::vector<bool> assigned = points_in(python().at("assigned"));
  const std::vector<bool> expected = points_in(python().at(key));
  for (char32_t c = 0; c < 0x110000; ++c)
    if (assigned[c] && c != U'\u0295' && c != U'\U0001171E' && predicate(c) != expected[c])
      return fmt::format("U+{:04X}", static_cast<unsigned>(c));
  return {};
}

std::string character(char32_t c) { return to_utf8({&c, 1}); }

}  // namespace

TEST_CASE("invalid UTF-8 is found where Python finds it") {
  for (const Json& c : python().at("utf8")) {
    std::string data;
    for (const Json& byte : c[0]) data += static_cast<char>(byte.get<int>());
    INFO(c.dump());
    const auto found = first_invalid_utf8(data);
    REQUIRE(found.has_value() == !c[1].is_null());
    if (!found) continue;
    CHECK(*found == c[1].get<std::size_t>());
    CHECK_THROWS_WITH(to_code_points(data), Catch::Contains(fmt::format("at byte {}", *found)));
    CHECK_THROWS_AS(nfc(data), Error);
    CHECK_THROWS_AS(lower(data), Error);
  }
}

TEST_CASE("code points there and back") {
  CHECK(to_code_points("aé한😀") == U"aé한😀");
  CHECK(to_utf8(U"aé한😀") == "aé한😀");
  CHECK(code_point_offsets("aé한😀") == std::vector<std::size_t>{0, 1, 3, 6, 10});
  CHECK(code_point_offsets("") == std::vector<std::size_t>{0});
  CHECK_THROWS_WITH(to_utf8(std::u32string(1, char32_t{0xD800})), Catch::Contains("U+D800"));
  CHECK_THROWS_AS(to_utf8(std::u32string(1, char32_t{0x110000})), Error);
}

TEST_CASE("NFC joins jamo and accents") {
  CHECK(nfc("\u1112\u1161\u11AB") == "한");
  CHECK(nfc("e\u0301") == "é");
  CHECK(nfc("\u212B") == "Å");  // the sign for angstrom is the letter
  CHECK(nfc(std::string("a\0é", 4)) == std::string("a\0é", 4));
  for (const Json& c : python().at("nfc")) CHECK(nfc(c[0].get<std::string>()) == c[1].get<std::string>());
}

TEST_CASE("every character is lowered as in Python") {
  const std::vector<bool> assigned = points_in(python().at("assigned"));
  std::map<char32_t, std::u32string> expected;
  for (const Json& c : python().at("lower"))
    for (const Json& to : c[1])
      expected[c[0].get<std::uint32_t>()] += static_cast<char32_t>(to.get<std::uint32_t>());
  std::size_t different = 0;
  for (char32_t c = 0; c < 0x110000; ++c) {
    if (!assigned[c] || (c >= 0xD800 && c < 0xE000)) continue;
    const auto found = expected.find(c);
    const std::u32string want = found == expected.end() ? std::u32string(1, c) : found->second;
    if (to_code_points(lower(character(c))) != want) ++different;
  }
  CHECK(different == 0);
  CHECK(lower("İ") == "i\u0307");
}

TEST_CASE("a sigma at the end of a word is ς") {
  CHECK(lower("ΟΔΥΣΣΕΥΣ ΣΑΣ Σ ΑΣ.") == "οδυσσευς σας σ ας.");
  for (const Json& c : python().at("lower_text"))
    CHECK(lower(c[0].get<std::string>()) == c[1].get<std::string>());
  const auto lowered = [](const std::string& text) { return to_code_points(lower(text)); };
  CHECK(first_difference("final_sigma_after", [&](char32_t c) {
          return lowered(fmt::format(" {}Σ", character(c))).back() == U'ς';
        }) == "");
  CHECK(first_difference("final_sigma_through", [&](char32_t c) {
          return lowered(fmt::format("A{}Σ", character(c))).back() == U'ς';
        }) == "");
  CHECK(first_difference("final_sigma_before", [&](char32_t c) {
          return lowered(fmt::format("AΣ{}A", character(c)))[1] == U'ς';
        }) == "");
}

TEST_CASE("spaces and words are Python's") {
  CHECK(first_difference("space", is_space) == "");
  CHECK(first_difference("letters_and_numbers",
                         [](char32_t c) { return is_word(c) && !is_mark(c) && c != U'_'; }) == "");
  CHECK(is_word(U'_'));
  CHECK((is_mark(0x301) && is_word(0x301)));
}

TEST_CASE("splitting and stripping know every space") {
  const std::string text = "\u3000한 글\u00A0 \u2028x\u0085 ";
  CHECK(split_whitespace(text) == std::vector<std::string_view>{"한", "글", "x"});
  CHECK(strip_right(text) == "\u3000한 글\u00A0 \u2028x");
  CHECK(strip_right("한\u3000") == "한");
  CHECK(strip_right(" \t ").empty());
  CHECK(strip("\u3000 한 글\u00A0 \u2028x\u0085\r\n") == "한 글\u00A0 \u2028x");
  CHECK(strip("한") == "한");
  CHECK(strip(" \t ").empty());
  CHECK(strip("").empty());
  CHECK(split_whitespace("").empty());
}
