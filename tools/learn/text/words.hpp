// Texts of the course that stand in several places.
#pragma once

#include "tools/language/both.hpp"

namespace heed::course_texts {

inline const Bilingual all_passed{"All parts pass.", "모든 파트를 통과했습니다."};
inline const Bilingual no_hints{"There are no hints for this one.", "이 문제에는 힌트가 없습니다."};
inline const Bilingual review_nothing{"No old question comes back today.",
                                      "오늘 다시 나올 지난 문제가 없습니다."};
inline Bilingual reset_done(const std::string& file) {
  return both("Begun again; what you had is kept in {}",
              "처음 상태로 되돌렸습니다. 쓰던 파일은 여기에 보관했습니다: {}", file);
}
inline Bilingual file_to_edit(const std::string& file) {
  return both("Edit and save: {}", "이 파일을 고치고 저장하세요: {}", file);
}
inline Bilingual quiz_title(const Bilingual& title, int minutes) {
  return both("Quiz: {} (about {} minutes)", "퀴즈: {} (약 {}분)", title, minutes);
}

}  // namespace heed::course_texts
