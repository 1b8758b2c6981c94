// What the course says beside verdicts, in the order of Say: for words.cpp.
#pragma once

#include <array>

#include "tools/learn/words_of_verdicts.hpp"

namespace heed {

inline constexpr std::array words_of_the_course{
    Words{Say::quiz_title, "Quiz: {} (about {} minutes)", "퀴즈: {} (약 {}분)"},
    Words{Say::quiz_how, "Write each answer behind its = sign and save.",
          "답을 = 기호 뒤에 쓰고 저장하세요."},
    Words{Say::quiz_points, "{:g} points", "{:g}점"},
    Words{Say::question_right, "right: {}", "정답: {}"},
    Words{Say::question_wrong, "not {}", "{} — 오답"},
    Words{Say::question_open, "not answered yet", "아직 답하지 않음"},
    Words{Say::question_unreadable_number, "'{}' is not a number: write one such as 12, 0.5 or 1/8",
          "'{}': 수가 아닙니다. 12, 0.5, 1/8처럼 쓰세요"},
    Words{Say::question_unreadable_choice, "'{}' is none of the choices: write one letter, a to {}",
          "'{}': 보기에 없습니다. a부터 {}까지 중에서 한 글자를 쓰세요"},
    Words{Say::question_unreadable_shape, "'{}' is not a shape: write it as (2, 3)",
          "'{}': 모양이 아닙니다. (2, 3)처럼 쓰세요"},
    Words{Say::question_missing, "its line \"{} = \" is no longer in the file: write it again",
          "\"{} = \" 줄이 파일에 없습니다. 다시 적어 주세요"},
    Words{Say::unknown_answer, "line {}: '{}' is not one of the questions",
          "{}번째 줄: '{}' — 그런 문제는 없습니다"},
    Words{Say::quiz_answer_hint, "The reason is shown as soon as you have answered.",
          "답을 쓰면 이유를 보여 줍니다."},

    Words{Say::course_progress, "{} of {} exercises", "{} / {} 문제"},
    Words{Say::minutes_left, "about {} minutes left", "약 {}분 남음"},
    Words{Say::hours_left, "about {} hours left", "약 {}시간 남음"},
    Words{Say::own_minutes_left, "about {} minutes left at your pace", "지금 속도로 약 {}분 남음"},
    Words{Say::own_hours_left, "about {} hours left at your pace", "지금 속도로 약 {}시간 남음"},
    Words{Say::about_minutes, "about {} minutes", "약 {}분"},
    Words{Say::what_for, "What it is for: {}", "쓰임: {}"},
    Words{Say::chapter_done, "The chapter \"{}\" is done.", "\"{}\" 장을 마쳤습니다."},
    Words{Say::you_can_now, "You can now {}.", "이제 {}."},
    Words{Say::next_comes, "Next: {}", "다음: {}"},
    Words{Say::projects, "Made of all your answers", "모든 답안으로 만드는 것"},
    Words{Say::no_file_of_its_own, "{} is made of your other answers and has no file of its own: `./{}`",
          "{}: 다른 답안들로 만들며, 자기 파일은 없습니다. `./{}`"},
    Words{Say::list_exercise, "exercise", "문제"},
    Words{Say::list_points, "points", "점수"},
    Words{Say::list_state, "", ""},
    Words{Say::state_passed, "passed", "통과"},
    Words{Say::state_begun, "begun", "진행 중"},
    Words{Say::state_new, "", ""},
    Words{Say::state_solution_seen, "solution seen", "풀이 봄"},
    Words{Say::chapter_points, "{} of {} points", "{} / {}점"},
    Words{Say::total_points, "total", "합계"},
    Words{Say::course_finished, "That was the whole course: every exercise is passed.",
          "모든 문제를 통과했습니다. 과정을 마쳤습니다."},

    Words{Say::file_to_edit, "Edit and save: {}", "이 파일을 고치고 저장하세요: {}"},
    Words{Say::stub_changed,
          "The course has a newer first version of this file; yours was left as it is. What changed (- when "
          "you "
          "began, + now):",
          "이 파일의 처음 상태가 과정에서 새로 바뀌었습니다. 여러분의 파일은 그대로 두었습니다. 달라진 점(- "
          "시작할 때, "
          "+ 지금):"},
    Words{Say::stub_changed_untouched,
          "You have not changed yours, so `./heed learn reset {}` loses nothing.",
          "아직 고치지 않았으므로 `./heed learn reset {}`을 실행해도 잃는 것이 없습니다."},
    Words{Say::stub_changed_short,
          "`./heed learn reset {}` takes the new version and keeps yours in answers/.backup.",
          "`./heed learn reset {}`을 실행하면 새 파일을 받고, 여러분의 파일은 answers/.backup에 보관됩니다."},
    Words{Say::answer_gone, "{} is gone; r brings the first version back",
          "{} 파일이 없어졌습니다. r을 누르면 처음 상태로 되돌립니다"},
    Words{Say::reset_done, "Begun again; what you had is kept in {}",
          "처음 상태로 되돌렸습니다. 쓰던 파일은 여기에 보관했습니다: {}"},
    Words{Say::no_hints, "There are no hints for this one.", "이 문제에는 힌트가 없습니다."},
    Words{Say::hint_once_more, "You did the one before without a hint. Press h once more for the first.",
          "앞 문제는 힌트 없이 풀었습니다. h를 한 번 더 누르면 첫 힌트가 나옵니다."},
    Words{Say::hint_heading, "Hint {} of {}", "힌트 {}/{}"},
    Words{Say::last_hint, "That was the last hint.", "마지막 힌트입니다."},
    Words{Say::solution_refused,
          "The solution is shown after a pass. To see it now all the same: `./heed learn solution {} "
          "--give-up`",
          "풀이는 통과한 뒤에 볼 수 있습니다. 그래도 지금 보려면: `./heed learn solution {} --give-up`"},
    Words{Say::solution_heading, "One solution of {}", "풀이 하나: {}"},

    Words{Say::keys,
          "[n] next  [p] previous  [h] hint  [m] more  [l] list  [d] statement  [r] reset  [s] solution  [q] "
          "quit",
          "[n] 다음  [p] 이전  [h] 힌트  [m] 자세히  [l] 목록  [d] 문제 설명  [r] 처음부터  [s] 풀이  [q] "
          "끝내기"},
    Words{Say::checking, "Checking …", "채점하는 중 …"},
    Words{Say::waiting, "Waiting for the file …", "파일을 기다리는 중 …"},
    Words{Say::checked_in, "checked in {:.1f} s", "채점에 {:.1f}초"},
    Words{Say::ask_reset, "Begin {} again? Your file is kept in answers/.backup. y / n",
          "{} 문제를 처음부터 다시 할까요? 지금 파일은 answers/.backup에 보관됩니다. y / n"},
    Words{Say::ask_give_up,
          "The solution comes after a pass. To see it now, type: give up (Esc goes back) > {}",
          "풀이는 통과한 뒤에 볼 수 있습니다. 지금 보려면 give up 또는 포기라고 쓰세요 (Esc: 돌아가기) > {}"},
    Words{Say::not_given_up, "Not given up: keep trying, h has a hint.",
          "포기하지 않았습니다. 계속해 보세요. h를 누르면 힌트가 나옵니다."},
    Words{Say::kept, "Nothing was changed.", "아무것도 바꾸지 않았습니다."},
    Words{Say::list_help, "A number and Enter goes to that exercise; any other key goes back. > {}",
          "번호를 쓰고 Enter를 누르면 그 문제로 갑니다. 다른 키를 누르면 돌아갑니다. > {}"},
    Words{Say::statement_key, "(d shows the statement; it is also in {})",
          "(d를 누르면 문제 설명이 나옵니다. 파일: {})"},
    Words{Say::last_exercise, "This is the last exercise.", "마지막 문제입니다."},
    Words{Say::first_exercise, "This is the first exercise.", "첫 번째 문제입니다."},
    Words{Say::no_such_number, "There is no exercise {}.", "{}번 문제는 없습니다."},
    Words{Say::press_to_return, "Any key goes back.", "아무 키나 누르면 돌아갑니다."},
    Words{Say::polling_note, "(looking at the file twice a second)", "(1초에 두 번 파일을 확인합니다)"},

    Words{Say::review_due, "[v] old questions that come back today: {}",
          "[v] 오늘 다시 나온 지난 문제: {}개"},
    Words{Say::review_nothing, "No old question comes back today.", "오늘 다시 나올 지난 문제가 없습니다."},
    Words{Say::review_heading, "An old question", "지난 문제"},
    Words{Say::review_help, "Your answer and Enter; Esc goes back. > {}",
          "답을 쓰고 Enter를 누르세요 (Esc: 돌아가기). > {}"},
    Words{Say::review_over, "That was all for today. `./heed learn review --off` ends these questions.",
          "오늘은 여기까지입니다. 이런 질문을 그만 받으려면: `./heed learn review --off`"},
    Words{Say::review_off, "Old questions no longer come back; `./heed learn review --on` brings them back.",
          "지난 문제가 더 이상 나오지 않습니다. 다시 받으려면: `./heed learn review --on`"},
    Words{Say::review_on, "Old questions come back after days, at most three a day.",
          "지난 문제가 며칠 뒤 다시 나옵니다. 하루에 세 개까지입니다."},

    Words{Say::measure_heading, "From save to verdict, {} checks on {} threads of this machine:",
          "저장부터 판정까지, {}회 채점 (이 컴퓨터의 스레드 {}개):"},
    Words{Say::measure_line, "{:<28} {:<9} median {:.2f} s, slowest {:.2f} s",
          "{:<28} {:<9} 중앙값 {:.2f}초, 최댓값 {:.2f}초"},
    Words{Say::measure_total, "median {:.2f} s, 95 % within {:.2f} s",
          "중앙값 {:.2f}초, 95 %는 {:.2f}초 이내"},

    Words{Say::words_not_learnt, "heed: guessed, for it has never seen: {}",
          "heed: 배운 적이 없는 단어가 있어 짐작한 번역입니다: {}"},

    Words{Say::glossary_english, "English", "영어"},
    Words{Say::glossary_korean, "Korean", "한국어"},
};

}  // namespace heed
