#include "tools/translation/translation_session.hpp"

#include "lib/core/error.hpp"

namespace heed {

void check_session(const TranslationSession& session) {
  const LayerOptions& l = session.model.layer;
  if (session.run.r_drop > 0 && l.dropout == 0 && l.attention_dropout <= 0 && l.activation_dropout <= 0)
    throw_error<UsageError>(tr_noop("--r-drop needs dropout: without it both passes are the same"));
  if (session.architecture == Architecture::lstm) return check_sizes(lstm_options(session.model));
  check_sizes(session.model);
}

AttentionLstmOptions lstm_options(const TransformerOptions& o) {
  return {.source_vocab = o.source_vocab,
          .target_vocab = o.target_vocab,
          .d_model = o.layer.d_model,
          .dropout = o.layer.dropout,
          .max_length = o.layer.max_length,
          .pad = o.pad};
}

SessionOptions run_of(const TranslationSession& session) {
  SessionOptions run = of_width(session.run, session.model.layer.d_model);
  // LSTMs learn most at twice the rate (docs/models.md); the factor of noam's schedule stays.
  if (session.architecture == Architecture::lstm && run.learning_rate == 0 &&
      run.schedule != ScheduleKind::noam)
    run.learning_rate = 2 * automatic_learning_rate(run);
  return run;
}

}  // namespace heed
