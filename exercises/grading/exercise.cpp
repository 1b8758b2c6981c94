#include "exercises/grading/exercise.hpp"

#include "lib/core/error.hpp"

namespace heed::grading {

Part& Part::gradient_of(std::string forward_part, GradientOf of) {
  forward = std::move(forward_part);
  gradient = std::move(of);
  return *this;
}

Part& Part::gradient_of(std::function<Tensor(const Case&)> function, GradientOf of) {
  forward_function = std::move(function);
  return gradient_of(std::string(), std::move(of));
}

void Part::judged_by(std::function<void(Case&, const std::vector<Output>&)> judge) {
  judged = std::move(judge);
}

void Demo::say(std::string en, std::string ko) { lines_.push_back({std::move(en), std::move(ko)}); }

void Exercise::without(std::vector<std::string> names) { forbidden_ = std::move(names); }

Part& Exercise::part(std::string name, PartOptions options, std::function<void(Case&)> run,
                     std::function<void(Cases&, Draw&)> draw) {
  return parts_.emplace_back(Part{std::move(name), std::move(options), std::move(run), std::move(draw)});
}

void Exercise::now(std::function<void(Demo&)> show) { now_ = std::move(show); }

const Part& Exercise::part(const std::string& name) const {
  for (const Part& part : parts_) {
    if (part.name == name) return part;
  }
  throw_error<UsageError>("there is no part '{}'", name);
}

void Exercise::before_each(void (*prepare)()) {
  const auto prepared = [prepare](auto& function) {
    if (!function) return;
    function = [prepare, original = std::move(function)](auto&& argument) {
      prepare();
      return original(argument);
    };
  };
  for (Part& part : parts_) {
    prepared(part.run);
    prepared(part.forward_function);
  }
  prepared(now_);
}

}  // namespace heed::grading
