#include "tools/commands/time_budget.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "lib/core/error.hpp"
#include "lib/core/seconds.hpp"
#include "lib/report/table.hpp"
#include "tools/commands/option_kinds.hpp"
#include "tools/language/duration.hpp"
#include "tools/language/spoken.hpp"
#include "tools/language/spoken_error.hpp"
#include "tools/processes/processes.hpp"
#include "tools/run_config.hpp"
#include "tools/translation/time_budget.hpp"

namespace heed {
namespace {

constexpr const char* budget = "--budget";
constexpr double kept_free = 0.02;                           // of the time: for starting, writing and reading
constexpr double most_measuring = 60, measuring_part = 0.2;  // seconds at most, and of the time

bool named(const CLI::App& command, const std::string& option) {
  return is_asked_for(*command.get_option(option));
}

/// As if it stood on the command line, so that a run's file repeats it.
void choose(CLI::App& command, const std::string& name, const std::string& value) {
  CLI::Option* const option = command.get_option(name);
  option->clear();
  option->add_result(value);
  option->run_callback();
}

/// The sizes that agree with what the person has named: all, or that one.
std::vector<ModelSize> open_sizes(const CLI::App& command, const TransformerOptions& model) {
  for (const char* option : {"--d-model", "--heads", "--layers", "--ff"}) {
    if (named(command, option)) return {size_of(model)};
  }
  return sizes_to_choose_from();
}

/// Seconds to measure one size: `part` of the time, of a short one no more than `of_short`.
double seconds_for(double part, double of_short, double longest, const TranslateOptions& o) {
  return std::clamp(o.budget * part, std::min(0.5, of_short * o.budget), longest);
}

/// Whether measuring has had its share of the time.
class MeasuringTime {
 public:
  explicit MeasuringTime(double seconds) : most_(std::min(most_measuring, measuring_part * seconds)) {}
  double most() const { return most_; }
  double gone() const { return seconds_since(begun_); }
  bool over() const { return gone() > most_ / 2; }  // the next one takes its time, too

 private:
  double most_;
  std::chrono::steady_clock::time_point begun_ = std::chrono::steady_clock::now();
};

void print_costs(const std::vector<SizeCost>& costs, const SizeCost& chosen, double seconds) {
  Table table{.columns = {{spoken("width", "너비")},
                          {spoken("layers", "층")},
                          {spoken("feed-forward", "FFN")},
                          {spoken("one pass", "한 번 읽기"), Align::right},
                          {spoken("passes in the time", "시간 안에 읽는 횟수"), Align::right},
                          {""}}};
  for (const SizeCost& c : costs)
    table.rows.push_back({std::to_string(c.size.d_model), std::to_string(c.size.layers),
                          std::to_string(c.size.dim_feedforward), spoken("{:.1f} s", "{:.1f}초", c.pass),
                          fmt::format("{:.1f}", std::max(0.0, (seconds - c.ending) / c.pass)),
                          &c == &chosen ? "←" : ""});
  fmt::print("\n{}\n{}",
             spoken("What a pass over the training pairs takes here, measured:",
                    "이 기계에서 학습 문장쌍을 한 번 읽는 데 걸리는 시간(측정):"),
             format_table(table));
}

}  // namespace

void add_budget_option(CLI::App& command, double& seconds) {
  command
      .add_option_function<std::string>(
          budget,
          [&seconds](const std::string& text) {
            static const std::map<char, double> units{{'s', 1}, {'m', 60}, {'h', 3600}};
            const auto unit = units.find(text.empty() ? ' ' : text.back());
            double number = 0;
            if (unit == units.end() || !CLI::detail::lexical_cast(text.substr(0, text.size() - 1), number) ||
                !(number > 0) || number * unit->second > 1e7)
              throw CLI::ValidationError(budget,
                                         spoken("takes a time such as 90s, 30m or 2h, not '{}'",
                                                "90s, 30m, 2h 같은 시간이어야 합니다 (받은 값: '{}')", text));
            seconds = number * unit->second;
          },
          "time for everything: measures this machine on this data, and chooses tokens, size, dropout "
          "and epochs (of the grammar the number of sentences) where no option names them; batches, learning "
          "rate and warm-up stay the defaults")
      ->option_text("TIME (90s, 30m, 2h)")
      ->group("Training");
}

void choose_tokens(CLI::App& command, TranslateOptions& o) {
  for (const char* option : {"--epochs", "--stop-after", "--patience", "--resume", "--processes"}) {
    if (named(command, option))
      throw_spoken<UsageError>(
          "--budget and {}: leave out one of them{}", "--budget과 {}: 둘 중 하나를 빼세요{}", option,
          option == std::string("--resume")
              ? spoken("; to go on, give the options that --budget had chosen and printed",
                       ". 이어서 학습하려면 --budget이 골라서 출력한 옵션을 주세요")
              : "");
  }
  if (o.session.architecture == Architecture::lstm)
    throw_spoken<UsageError>(
        "--budget chooses among Transformers: leave out it or --model lstm",
        "--budget은 Transformer 가운데서 고릅니다. --budget이나 --model lstm 중 하나를 빼세요");
  if (o.corpus.folder.empty()) return;
  const std::vector<std::string> of_tokens{"--tokens", "--min-frequency", "--subwords", "--subword-kind",
                                           "--subword-sampling"};
  if (std::ranges::none_of(of_tokens, [&](const std::string& option) { return named(command, option); }))
    choose(command, "--tokens", "subwords");
  if (!named(command, "--tie")) choose(command, "--tie", "target");
}

void choose_size(CLI::App& command, TranslateOptions& o, TranslationData& data) {
  const auto left = [&] { return (1 - kept_free) * o.budget - seconds_since(o.begun); };
  const bool embedded = o.corpus.folder.empty();
  const std::size_t pairs = data.train.examples.size();
  const std::int64_t passes = passes_wanted(pairs, o.session.run);
  const std::vector<ModelSize> sizes = open_sizes(command, o.session.model);
  const MeasuringTime time(o.budget);
  fmt::print("{}\n", spoken("Measuring what a pass over the training pairs takes here, for about {} ...",
                            "학습 문장쌍을 한 번 읽는 데 걸리는 시간을 재는 중 (약 {}) ...",
                            duration_in(std::ceil(time.most()), spoken_language())));
  std::fflush(stdout);
  const auto cost_of = [&](const ModelSize& size, double seconds) {
    TranslationSession session = o.session;
    set_size(session.model, size);
    return measure_cost(data, session, o.decoding.beam, seconds);
  };
  const Measuring measuring{
      .cost = [&](const ModelSize& size) { return cost_of(size, seconds_for(0.01, 0.02, 4, o)); },
      .left = left,
      .over = [&] { return time.over(); }};
  std::vector<SizeCost> costs = costs_around(sizes, passes, measuring);
  // How many passes there are hangs on this one: longer, as other programs may have worked beside the first.
  if (SizeCost& first = costs[plan_for(costs, left(), passes).chosen]; !time.over())
    first = cost_of(first.size, seconds_for(0.03, 0.1, 12, o));
  measure_falling_again(costs, measuring);
  SizeCost& cost = costs[plan_for(costs, left(), passes).chosen];
  TimePlan plan = plan_for({cost}, left(), passes);
  const double measured = time.gone();
  print_costs(costs, cost, left());
  const double fits = times_fitting(cost, left(), passes);
  if (embedded && !named(command, "--pairs") && fits > 0) {
    // New sentences are better than the same ones again, and any number of them can be had.
    const std::size_t wanted = pairs_for(fits, pairs);
    plan.epochs = wanted == 0 ? 0 : passes;
    if (plan.epochs > 0) {
      choose(command, "--pairs", std::to_string(wanted));
      data = load_corpus(o.corpus, o.session.model.tie);
    }
  } else if (sizes.size() > 1 && plan.epochs >= passes) {
    use_what_is_left(cost, plan, measuring);
  }
  if (plan.epochs == 0)
    throw_spoken<UsageError>(
        "--budget: one pass with the smallest of these models takes {}, translating the test part {}, and "
        "measuring took {}: give more time",
        "--budget: 이 가운데 가장 작은 모델로 한 번 읽는 데 {}, 시험 부분을 번역하는 데 {} 걸리고, 재는 데 "
        "{} 걸렸습니다. 시간을 더 주세요",
        duration_in(std::ceil(cost.pass), spoken_language()),
        duration_in(std::ceil(cost.ending), spoken_language()),
        duration_in(std::ceil(measured), spoken_language()));
  for (const auto& [option, value] : {std::pair("--d-model", cost.size.d_model),
                                      {"--heads", cost.size.heads},
                                      {"--layers", cost.size.layers},
                                      {"--ff", cost.size.dim_feedforward},
                                      {"--epochs", plan.epochs}})
    choose(command, option, std::to_string(value));
  o.session.model.decoder_layers = o.session.model.encoder_layers;
  if (!embedded && !named(command, "--dropout"))
    choose(command, "--dropout", fmt::format("{}", dropout_for(plan.epochs)));
  fmt::print("{}\n", why_chosen({.fits = fits,
                                 .passes = passes,
                                 .fewer_pairs = plan.epochs >= passes,
                                 .all = (cost.pass * static_cast<double>(passes) + cost.ending + measured) /
                                        (1 - kept_free)}));
  if (!named(command, "--batch") && !named(command, "--warmup"))
    fmt::print("{}\n",
               spoken("Batches of {} and a warm-up of {} steps, as ever: less of either learned no more in "
                      "the same time.",
                      "배치 {}, 학습률을 올리는 걸음 {}: 기본값 그대로. 줄여도 같은 시간에 더 배우지 못했음.",
                      o.session.run.batch_sentences, o.session.run.warmup));
  fmt::print("{}\n ", spoken("The same again without measuring:", "측정 없이 다시 하려면:"));
  std::string line = "heed translate --train";
  for (const CLI::Option* option : command.get_options()) {
    const std::string& group = option->get_group();
    const bool of_training = group == "Sentences" || group == "Model" || group == "Training";
    if (of_training && option->count() > 0 && option->get_name() != budget)
      line += fmt::format(" {} {}", option->get_name(), fmt::join(option->reduced_results(), " "));
  }
  fmt::print("  {}\n\n", line);
  command.get_option(budget)->clear();  // a run's file has what was chosen
  std::fflush(stdout);
  o.time_is_over = [&o, &command, ending = cost.ending, last = std::chrono::steady_clock::now(),
                    epochs = 0]() mutable {
    const double epoch = seconds_since(last);
    last = std::chrono::steady_clock::now();
    ++epochs;
    o.cut = is_over(seconds_since(o.begun) + epoch + ending, o.budget);
    if (!o.cut) return false;
    choose(command, "--stop-after", std::to_string(epochs));
    o.keep.run = config_text(command, {"--train"});
    return true;
  };
}

std::string budget_text(const TranslateOptions& o) {
  return spoken("It took {} of {}.", "{} 걸림 (주어진 시간 {}).",
                duration_in(seconds_since(o.begun), spoken_language()),
                duration_in(o.budget, spoken_language())) +
         (o.cut ? spoken(" Its passes took longer than those measured, so it made fewer than planned: with "
                         "--stop-after {} behind it the command above makes as many, as run.json does.",
                         " 한 번 읽는 데 측정보다 오래 걸려 계획보다 적게 읽었습니다. 위의 명령에 "
                         "--stop-after {}까지 "
                         "붙이면 똑같이 읽습니다(run.json에는 있음).",
                         o.session.run.stop_after)
                : "");
}

}  // namespace heed
