#include "lib/text/subwords.hpp"

#include <sentencepiece_trainer.h>

#include <algorithm>
#include <map>

#include "lib/core/error.hpp"
#include "lib/text/tokenizer.hpp"
#include "tests/catch.hpp"
#include "tests/lib/files/scratch.hpp"

using namespace heed;
using Tokens = std::vector<std::string>;

namespace {

const Tokens& sentences() {
  static const Tokens all = [] {
    Tokens made;
    for (const char* who : {"The old man", "A young woman", "Nobody here", "Her brother", "그는", "나는"}) {
      for (const char* does : {"is walking to", "walked from", "likes", "opened", "오늘 사과를", "먹는"}) {
        for (const char* what : {"the old house.", "a new garden!", "their town?", "좋아한다."})
          made.push_back(fmt::format("{} {} {}", who, does, what));
      }
    }
    return made;
  }();
  return all;
}

Tokenizer learned(SubwordKind kind, std::size_t size = 60, Case letters = Case::keep) {
  return Tokenizer::learn(sentences(), {.kind = kind, .size = size}, letters);
}

}  // namespace

TEST_CASE("subwords side by side are the text again, with its capitals and one blank between words") {
  for (const SubwordKind kind : {SubwordKind::unigram, SubwordKind::bpe}) {
    const Tokenizer tokenizer = learned(kind);
    for (const std::string& sentence : sentences()) {
      CHECK(tokenizer.join(tokenizer.split(sentence)) == sentence);
      CHECK(tokenizer.split(sentence).size() < sentence.size());
    }
    CHECK(tokenizer.join(tokenizer.split(" The\u3000man \t walked ")) == "The man walked");
    CHECK(tokenizer.split("").empty());
    CHECK(tokenizer.subwords()->pieces().size() == 60);
    CHECK(Tokens(tokenizer.subwords()->pieces().begin(), tokenizer.subwords()->pieces().begin() + 4) ==
          Tokens{"<pad>", "<unk>", "<bos>", "<eos>"});
  }
  CHECK(learned(SubwordKind::bpe, 60, Case::lower).split("THE OLD") ==
        learned(SubwordKind::bpe, 60, Case::lower).split("the old"));
}

TEST_CASE("what the model does not know stays readable, and special names in a text are no special pieces") {
  const Tokenizer tokenizer = learned(SubwordKind::unigram);
  CHECK(tokenizer.join(tokenizer.split("The 龘 man")) == "The 龘 man");
  for (const std::string& piece : tokenizer.split("the <eos> man")) CHECK(piece != "<eos>");
}

TEST_CASE(
    "bytes that stand for a character without a piece are the character, and U+FFFD where one is missing") {
  const Scratch scratch;
  spill(scratch / "text", "ab abba bab\nba abab bba\n");
  REQUIRE(sentencepiece::SentencePieceTrainer::Train({{"input", (scratch / "text").string()},
                                                      {"model_prefix", (scratch / "spm").string()},
                                                      {"vocab_size", "270"},
                                                      {"hard_vocab_limit", "false"},
                                                      {"byte_fallback", "true"},
                                                      {"minloglevel", "4"}})
              .ok());
  const Tokenizer tokenizer(SubwordModel::from_bytes(slurp(scratch / "spm.model")), Case::keep);
  const Tokens pieces = tokenizer.split("ab 깰ba");
  CHECK(std::ranges::count(pieces, "<0xEA>") == 1);
  CHECK(tokenizer.join(pieces) == "ab 깰ba");
  for (const auto& [tokens, text] : std::map<Tokens, std::string>{
           {{"<0xEA>", "<0xB9>", "<0xB0>"}, "깰"},
           {{"▁", "<0xEA>", "<0xB9>", "<0xB0>", "<0xEA>", "<0xB9>", "<0xB0>", "▁"}, "깰깰"},
           {{"▁ab", "<0xEA>", "<0xB9>"}, "ab\uFFFD\uFFFD"},
           {{"<0xB9>", "▁ab"}, "\uFFFD ab"}}) {
    CHECK(tokenizer.join(tokens) == text);
  }
  CHECK(learned(SubwordKind::bpe).join(Tokens{"▁", "<0xEA>"}) == "<0xEA>");  // of a model without bytes
}

TEST_CASE("no letter of a text is missing, however long its lines are, and whatever stands in them") {
  std::string wide, narrow;
  for (int i = 0; i < 2000; ++i) {
    wide += i % 2 == 0 ? "어제 " : "글을 ";
    narrow += i % 3 == 0 ? "가" : "나";
  }
  for (const SubwordKind kind : {SubwordKind::unigram, SubwordKind::bpe}) {
    std::string huge;
    for (int i = 0; i < 40; ++i) huge += narrow;  // one word of 80,000 letters
    const SubwordModel model =
        SubwordModel::learn(Tokens{wide, narrow, huge, "다 \u2585 라"}, {.kind = kind, .size = 18});
    for (const char* letter : {"어", "제", "글", "을", "가", "나", "다", "라"}) {
      CAPTURE(letter);
      CHECK(std::ranges::any_of(model.pieces(),
                                [&](const std::string& piece) { return piece.find(letter) != piece.npos; }));
    }
  }
}

TEST_CASE("the same text gives the same subwords, and a model the same after it was saved") {
  for (const SubwordKind kind : {SubwordKind::unigram, SubwordKind::bpe}) {
    const SubwordModel model = *learned(kind).subwords();
    CHECK(learned(kind).subwords()->bytes() == model.bytes());
    const SubwordModel again = SubwordModel::from_bytes(model.bytes());
    CHECK(again.pieces() == model.pieces());
    CHECK(again.split(sentences()[0]) == model.split(sentences()[0]));
  }
}

TEST_CASE("drawn subwords are a function of the seed, and vary with it") {
  for (const SubwordKind kind : {SubwordKind::unigram, SubwordKind::bpe}) {
    const Tokenizer tokenizer = learned(kind);
    const std::vector<Tokens> drawn = tokenizer.sample(sentences(), 0.3, 7);
    CHECK(tokenizer.sample(sentences(), 0.3, 7) == drawn);
    CHECK(tokenizer.sample(sentences(), 0.3, 8) != drawn);
    for (std::size_t i = 0; i < drawn.size(); ++i) CHECK(tokenizer.join(drawn[i]) == sentences()[i]);
  }
  CHECK(Tokenizer().sample(sentences(), 0.3, 7).front() == split_words(sentences().front()));
}

TEST_CASE("a vocabulary that the text does not allow is refused, with what it allows") {
  const auto most = [](SubwordKind kind) {
    const std::string said = error_text<Error>([&] { learned(kind, 5000); });
    CHECK_THAT(said, Catch::StartsWith("5000 subwords are too many for this text: it allows at most "));
    return static_cast<std::size_t>(std::stoul(said.substr(said.rfind(' '))));
  };
  for (const SubwordKind kind : {SubwordKind::unigram, SubwordKind::bpe}) {
    const std::size_t largest = most(kind);
    CHECK(learned(kind, largest).subwords()->pieces().size() == largest);
    CHECK_THROWS_AS(learned(kind, largest + 1), Error);
  }
  const std::string said = error_text<Error>([] { learned(SubwordKind::bpe, 10); });
  CHECK_THAT(said, Catch::StartsWith("10 subwords are too few"));
  const std::size_t least = std::stoul(said.substr(said.rfind(' ')));
  CHECK_NOTHROW(learned(SubwordKind::bpe, least));
  CHECK_NOTHROW(learned(SubwordKind::unigram, least));
  CHECK_THROWS_AS(learned(SubwordKind::bpe, least - 1), Error);
  CHECK(Tokenizer::learn(sentences(), {}, Case::keep).subwords()->pieces().size() > least);
}

TEST_CASE("subword models that are damaged or of another kind are refused") {
  const std::string bytes = learned(SubwordKind::unigram).subwords()->bytes();
  CHECK_THROWS_WITH(SubwordModel::from_bytes(""), Catch::Contains("subword model"));
  CHECK_THROWS_WITH(SubwordModel::from_bytes(bytes.substr(0, bytes.size() / 2)),
                    Catch::Contains("the subword model cannot be read"));
  std::string other = bytes;  // special pieces have another program's names: ours stand for them
  other.replace(other.find("<bos>"), 5, "<BOS>");
  CHECK(SubwordModel::from_bytes(other).pieces() == SubwordModel::from_bytes(bytes).pieces());
  CHECK_THROWS_AS(Tokenizer(Tokenisation::subwords), UsageError);
}
