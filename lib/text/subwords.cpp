#include "lib/text/subwords.hpp"

#include <sentencepiece_processor.h>
#include <sentencepiece_trainer.h>

#include <algorithm>
#include <set>
#include <thread>
#include <utility>

#include "lib/core/error.hpp"
#include "lib/text/tokenizer.hpp"
#include "lib/text/unicode.hpp"
#include "lib/text/vocabulary.hpp"

namespace heed {
namespace {

/// sentencepiece learns from words, and silently leaves out lines that are longer than it likes or hold a
/// sign of its own: so it gets long ones in parts, cut at blanks where there are any, and a blank for the
/// sign.
class Texts : public sentencepiece::SentenceIterator {
 public:
  explicit Texts(std::span<const std::string> texts) {
    constexpr std::string_view own_sign = "\u2585";
    for (std::string_view left : texts) {
      do {
        std::string& part = parts_.emplace_back(left.substr(0, part_size(left)));
        left.remove_prefix(part.size());
        for (std::size_t at = 0; (at = part.find(own_sign, at)) != std::string::npos;)
          part.replace(at, own_sign.size(), " ");
      } while (!left.empty());
    }
  }
  bool done() const override { return at_ == parts_.size(); }
  void Next() override { ++at_; }
  const std::string& value() const override { return parts_[at_]; }
  // It is sentencepiece's own type, or since 0.2.1 abseil's.
  decltype(std::declval<sentencepiece::SentencePieceProcessor>().status()) status() const override {
    return {};
  }

 private:
  static std::size_t part_size(std::string_view text) {
    constexpr std::size_t most_bytes = 4192;
    if (text.size() <= most_bytes) return text.size();
    if (const std::size_t blank = text.rfind(' ', most_bytes); blank > 0 && blank != text.npos) return blank;
    std::size_t size = most_bytes;
    while ((static_cast<unsigned char>(text[size]) & 0xC0U) == 0x80U) --size;  // amid a character
    return size;
  }

  std::vector<std::string> parts_;
  std::size_t at_ = 0;
};

/// The fewest pieces that can be: the special ones and every character.
std::size_t least_size(std::span<const std::string> texts) {
  std::set<char32_t> characters{U' '};
  for (const std::string& text : texts) {
    for (const char32_t c : to_code_points(text)) characters.insert(c);
  }
  return characters.size() + std::size(Vocabulary::special_names);
}

}  // namespace

struct SubwordModel::Loaded {
  std::string bytes;
  sentencepiece::SentencePieceProcessor processor;
  std::vector<std::string> pieces;
};

SubwordModel SubwordModel::learn(std::span<const std::string> texts, const SubwordOptions& options) {
  const std::size_t least = least_size(texts);
  std::size_t words = 0;
  for (const std::string& text : texts) words += split_whitespace(text).size();
  const std::size_t automatic = std::max(std::clamp<std::size_t>(words / 15, 1000, 4000), least);
  const std::size_t size = options.size > 0 ? options.size : automatic;
  if (size < least)
    throw_error<Error>(
        tr_noop("{} subwords are too few: the text has {} different characters; give at least {}"), size,
        least - std::size(Vocabulary::special_names), least);
  Texts sentences(texts);
  std::string bytes;
  const auto status = sentencepiece::SentencePieceTrainer::Train(
      {{"model_type", options.kind == SubwordKind::bpe ? "bpe" : "unigram"},
       {"vocab_size", std::to_string(size)},
       {"hard_vocab_limit", "false"},  // as many as there can be; how many these are is looked at here
       {"normalization_rule_name", "identity"},
       {"character_coverage", "1"},
       {"num_threads", "1"},  // the number of threads would change sums in their last digits
       {"minloglevel", "4"},
       {"pad_id", std::to_string(Vocabulary::pad)},
       {"unk_id", std::to_string(Vocabulary::unk)},
       {"bos_id", std::to_string(Vocabulary::bos)},
       {"eos_id", std::to_string(Vocabulary::eos)},
       {"bos_piece", std::string(Vocabulary::special_names[Vocabulary::bos])},
       {"eos_piece", std::string(Vocabulary::special_names[Vocabulary::eos])}},
      &sentences, &bytes);
  if (!status.ok()) throw_error<Error>(tr_noop("no subwords can be learned from this text: has it words?"));
  SubwordModel model = from_bytes(std::move(bytes));
  if (model.pieces().size() < options.size)
    throw_error<Error>(tr_noop("{} subwords are too many for this text: it allows at most {}"), options.size,
                       model.pieces().size());
  return model;
}

SubwordModel SubwordModel::from_bytes(std::string bytes) {
  const auto loaded = std::make_shared<Loaded>();
  loaded->bytes = std::move(bytes);
  // The message of sentencepiece names a line of its own source.
  if (!loaded->processor.LoadFromSerializedProto(loaded->bytes).ok())
    throw_error<Error>(
        tr_noop("the subword model cannot be read: it is damaged, or not one of sentencepiece"));
  const auto& special = Vocabulary::special_names;
  loaded->pieces.assign(std::begin(special), std::end(special));
  const auto& processor = loaded->processor;
  for (int id = 0; id < processor.GetPieceSize(); ++id) {
    const std::string& piece = processor.IdToPiece(id);
    if (!processor.IsUnknown(id) && !processor.IsControl(id) && !processor.IsUnused(id) &&
        std::ranges::find(special, piece) == std::end(special))
      loaded->pieces.push_back(piece);
  }
  return SubwordModel(loaded);
}

const std::string& SubwordModel::bytes() const { return loaded_->bytes; }
const std::vector<std::string>& SubwordModel::pieces() const { return loaded_->pieces; }

std::vector<std::string> SubwordModel::split(std::string_view text) const {
  return loaded_->processor.EncodeAsPieces(text);
}

std::string SubwordModel::join(std::span<const std::string> pieces) const {
  const auto& processor = loaded_->processor;
  const auto is_byte = [&](const std::string& piece) { return processor.IsByte(processor.PieceToId(piece)); };
  std::vector<std::string> whole;
  for (auto piece = pieces.begin(); piece != pieces.end();) {
    const auto end = std::find_if_not(piece, pieces.end(), is_byte);
    whole.push_back(end == piece ? *piece : processor.DecodePieces(std::vector<std::string>(piece, end)));
    piece = std::max(end, piece + 1);
  }
  return join_subwords(whole);
}

std::vector<std::vector<std::string>> SubwordModel::sample(std::span<const std::string> texts, double alpha,
                                                           std::uint32_t seed) const {
  std::vector<std::vector<std::string>> all;
  all.reserve(texts.size());
  const auto draw = [&] {
    for (const std::string& text : texts)
      all.push_back(loaded_->processor.SampleEncodeAsPieces(text, -1, static_cast<float>(alpha)));
  };
  // sentencepiece seeds a generator once for each thread, when it first draws: so a new thread draws.
  sentencepiece::SetRandomGeneratorSeed(seed >> 1);  // the largest number would mean "not the same again"
  std::thread(draw).join();
  return all;
}

std::string join_subwords(std::span<const std::string> pieces) {
  std::string text;
  bool space = false;  // stands in front of the next word, if there is one
  for (const std::string& piece : pieces) {
    for (std::size_t i = 0; i < piece.size();) {
      if (std::string_view(piece).substr(i).starts_with(visible_space)) {
        space = !text.empty();
        i += visible_space.size();
        continue;
      }
      if (std::exchange(space, false)) text += ' ';
      text += piece[i++];
    }
  }
  return text;
}

}  // namespace heed
