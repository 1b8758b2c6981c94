// What the watch mode asks, and which keys it knows.
#include "tools/language/both.hpp"
#include "tools/learn/watch/watch_session.hpp"

namespace heed {

void WatchSession::show_prompt(Page& page) const {
  page.gap();
  if (!notice_.empty()) page.text(notice_, Paint::yellow);
  if (input_ == WatchInput::confirm_reset) {
    page.text(both("Begin {} again? y / n (your file is kept in {})",
                   "{} 문제를 처음부터 다시 할까요? y / n (지금 파일을 보관할 곳: {})",
                   learner_.current().name, learner_.backups()),
              Paint::bold);
  } else if (input_ == WatchInput::give_up) {
    page.text(both("The solution comes after a pass. To see it now, type: give up (Esc goes back) > {}",
                   "풀이는 통과한 뒤에 볼 수 있습니다. 지금 보려면 give up 또는 포기라고 쓰세요 (Esc: "
                   "돌아가기) > {}",
                   typed_),
              Paint::bold);
  } else if (input_ == WatchInput::review) {
    page.text(both("Your answer and Enter; Esc goes back. > {}",
                   "답을 쓰고 Enter를 누르세요 (Esc: 돌아가기). > {}", typed_),
              Paint::bold);
  } else if (view_ == WatchView::list) {
    page.text(both("A number and Enter goes to that exercise; any other key goes back. > {}",
                   "번호를 쓰고 Enter를 누르면 그 문제로 갑니다. 다른 키를 누르면 돌아갑니다. > {}", typed_),
              Paint::bold);
  } else if (top_ && input_ == WatchInput::any_key && view_ != WatchView::review) {
    return;  // what the keys do stands beside the number of lines
  } else if (input_ == WatchInput::any_key) {
    page.text(Bilingual{"Any key goes back.", "아무 키나 누르면 돌아갑니다."}, Paint::bold);
  } else {
    if (const std::size_t due = learner_.review().due(); due > 0)
      page.text(both("[v] old questions that come back today: {}", "[v] 오늘 다시 나온 지난 문제: {}개", due),
                Paint::yellow);
    page.text(Bilingual{"[n] next  [p] previous  [h] hint  [m] more  [l] list  [d] statement  [r] reset  [s] "
                        "solution  [q] quit",
                        "[n] 다음  [p] 이전  [h] 힌트  [m] 자세히  [l] 목록  [d] 문제 설명  [r] 처음부터  "
                        "[s] 풀이  [q] 끝내기"},
              Paint::dim);
  }
}

}  // namespace heed
