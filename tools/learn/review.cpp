#include "tools/learn/review.hpp"

#include <algorithm>
#include <ctime>

#include "lib/core/error.hpp"

namespace heed {
namespace {

constexpr int a_day_at_most = 3, first_return = 3;  // days

}  // namespace

int day_of_today() {
  const std::time_t now = std::time(nullptr);
  std::tm local{};
  ::localtime_r(&now, &local);
  return static_cast<int>((now + local.tm_gmtoff) / (24 * 60 * 60));
}

void Review::take_up(const std::string& quiz, const Verdict& verdict) {
  std::map<std::string, ReviewCard> cards;
  for (const PartVerdict& part : verdict.parts) {
    const int days = part.status == PartStatus::passed ? first_return : 1;
    if (part.status != PartStatus::not_written)
      cards[quiz + "/" + part.name] = {.due = today_ + days, .days = days};
  }
  std::erase_if(cards, [&](const auto& card) { return record_.review().cards.contains(card.first); });
  if (!cards.empty()) record_.change_review([&](ReviewRecord& review) { review.cards.merge(cards); });
}

std::vector<std::pair<std::string, Question>> Review::waiting() const {
  const ReviewRecord& review = record_.review();
  const int asked = review.day == today_ ? review.asked : 0;
  const auto most = static_cast<std::size_t>(std::max(0, a_day_at_most - asked));
  std::vector<std::pair<int, std::string>> cards;
  for (const auto& [key, card] : review.cards)
    if (card.due <= today_) cards.emplace_back(card.due, key);
  std::ranges::sort(cards);
  std::vector<std::pair<std::string, Question>> found;
  for (std::size_t i = 0; i < cards.size() && found.size() < most; ++i) {
    const std::string& key = cards[i].second;
    const std::size_t slash = key.find('/');
    try {
      for (const Question& question :
           read_quiz(course_.quiz_file(course_.find(key.substr(0, slash)))).questions)
        if (question.id == key.substr(slash + 1)) found.emplace_back(key, question);
    } catch (const Error&) {  // this route, or a newer course, has no such quiz
    }
  }
  return found;
}

std::optional<Question> Review::next() const {
  const auto all = waiting();
  return all.empty() ? std::nullopt : std::optional(all.front().second);
}

PartVerdict Review::answer(const std::string& given) {
  const auto all = waiting();
  if (all.empty()) return {};
  const PartVerdict answered = judge(all.front().second, given);
  if (answered.status == PartStatus::not_written) return answered;
  const bool right = answered.status == PartStatus::passed;
  record_.change_review([&](ReviewRecord& review) {
    ReviewCard& card = review.cards[all.front().first];
    card.days = !right ? 1 : card.days < first_return ? first_return : 2 * card.days + 1;
    card.due = today_ + card.days;
    review.asked = review.day == today_ ? review.asked + 1 : 1;
    review.day = today_;
  });
  return answered;
}

}  // namespace heed
