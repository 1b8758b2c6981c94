// A quiz: its JSON, a zero byte, and a file of answers.
#include <nlohmann/json.hpp>

#include "lib/files/json.hpp"
#include "tests/fuzz/fuzz.hpp"
#include "tools/learn/quiz.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view all = text_of(data, size), json = all.substr(0, all.find('\0'));
  const std::string_view answers = all.substr(std::min(all.size(), json.size() + 1));
  accepted([&] {
    const heed::Quiz quiz = heed::quiz_from_json(heed::parse_json(json, "m"), "m");
    heed::grade_quiz(quiz, answers);
    for (const heed::Question& question : quiz.questions) heed::judge(question, answers);
  });
  return 0;
}
