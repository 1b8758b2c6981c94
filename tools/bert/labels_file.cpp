#include "tools/bert/labels_file.hpp"

#include <algorithm>
#include <map>
#include <unordered_map>

#include "lib/core/error.hpp"
#include "lib/data/text_lines.hpp"
#include "lib/text/display.hpp"
#include "tools/language/spoken_error.hpp"

namespace heed {
namespace {

struct Text {
  std::string text;
  std::size_t line = 0;
};

std::string place(const std::filesystem::path& path, std::size_t line) {
  return spoken("{}, line {}", "{} {}번째 줄", path.string(), line);
}

std::string named(const std::string& label) { return shorten(printable(label), 60); }

/// Why texts that differ may be the same: unknown words in the same place.
std::string on_unknown(const std::vector<std::string>& before, const std::vector<std::string>& now) {
  const auto [there, here] = std::mismatch(before.begin(), before.end(), now.begin(), now.end());
  if (there == before.end() || here == now.end()) return "";
  return spoken("; to the model they are the same text, as it knows neither '{}' nor '{}'",
                ". 모델은 '{}'도 '{}'도 모르므로 같은 글로 읽습니다", named(*there), named(*here));
}

struct Line {
  std::string label, text;
};

Line cut(const std::string& line, const std::string& where) {
  const std::size_t tab = line.find('\t');
  const auto bare = [](std::string text) {
    const auto outer = [](char c) { return c != ' '; };
    text.erase(std::find_if(text.rbegin(), text.rend(), outer).base(), text.end());
    text.erase(text.begin(), std::find_if(text.begin(), text.end(), outer));
    return text;
  };
  if (line.empty())
    throw_spoken<Error>("{} is empty: each has a label, a tab and a text",
                        "{}: 비어 있습니다. 줄마다 라벨, 탭, 글을 쓰세요", where);
  if (tab == std::string::npos)
    throw_spoken<Error>("{}: no label, tab and text: {}", "{}: 라벨, 탭, 글의 모양이 아닙니다: {}", where,
                        shorten(printable(line), 60));
  if (line.find('\t', tab + 1) != std::string::npos)
    throw_spoken<Error>("{} has more than one tab: only label and text stand there",
                        "{}: 탭이 둘 이상입니다. 라벨과 글만 쓰세요", where);
  Line parts{bare(line.substr(0, tab)), bare(line.substr(tab + 1))};
  if (parts.label.empty() || parts.text.empty())
    throw_spoken<Error>("{} has no {}", "{}: 없는 것: {}", where,
                        parts.label.empty() ? spoken("label", "라벨") : spoken("text", "글"));
  return parts;
}

}  // namespace

LabelsFile read_labels(const std::filesystem::path& path, const TextTokens& tokens) {
  const std::vector<std::string> lines =
      read_text_lines(path, LineForm::tidy, "a label, a tab and a text").lines;
  LabelsFile file;
  std::vector<std::vector<Text>> of_label;
  std::unordered_map<std::string, std::size_t> labels;
  struct Seen {
    std::size_t label, line;
    std::string text;
  };
  std::map<std::vector<std::int32_t>, Seen> texts;  // by what the model reads
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const Line line = cut(lines[i], place(path, i + 1));
    const std::size_t label = labels.emplace(line.label, labels.size()).first->second;
    if (label == of_label.size()) {
      of_label.emplace_back();
      file.names.push_back(line.label);
    }
    const auto [before, is_new] = texts.emplace(tokens.encode(line.text), Seen{label, i + 1, line.text});
    if (before->second.label != label)
      throw_spoken<Error>("{} has the text of line {} with another label: {}, not {}{}",
                          "{}: {}번째 줄과 글은 같은데 라벨이 다릅니다: {} ({} 아님){}", place(path, i + 1),
                          before->second.line, named(line.label), named(file.names[before->second.label]),
                          on_unknown(tokens.unknown(before->second.text), tokens.unknown(line.text)));
    if (is_new)
      of_label[label].push_back({line.text, i + 1});
    else
      ++file.repeated;
  }
  if (file.names.size() < 2)
    throw_spoken<Error>("{}: all lines have the label {}: two are needed to tell apart",
                        "{}: 모든 줄의 라벨이 {}입니다. 구별하려면 두 가지가 있어야 합니다", path.string(),
                        named(file.names.front()));
  for (std::size_t label = 0; label < of_label.size(); ++label) {
    const std::vector<Text>& all = of_label[label];
    if (all.size() < 2)
      throw_spoken<Error>(
          "{}: no other text has the label {}; two are needed, one to learn from, one held out",
          "{}: 라벨 {}의 글이 하나뿐입니다. 학습할 글과 따로 둘 글, 둘이 있어야 합니다",
          place(path, all.front().line), named(file.names[label]));
    const std::size_t held_out = std::max<std::size_t>(1, all.size() / 5);
    for (std::size_t i = 0; i < all.size(); ++i) {
      const bool learned = i < all.size() - held_out;
      LabelledTexts& part = learned ? file.train : file.held_out;
      part.texts.push_back(all[i].text);
      part.classes.push_back(static_cast<std::int32_t>(label));
      (learned ? file.train_lines : file.held_out_lines).push_back(all[i].line);
    }
  }
  return file;
}

void require_lengths(const LabelsFile& labels, const std::filesystem::path& path, const TextTokens& tokens,
                     std::int64_t most) {
  const auto require = [&](const LabelledTexts& part, const std::vector<std::size_t>& at) {
    for (std::size_t i = 0; i < at.size(); ++i) {
      const std::int64_t length = std::ssize(tokens.encode(part.texts[i]));
      if (length > most)
        throw_spoken<Error>(
            "{}: a text of {} tokens, and the model reads {} at most: shorten it, or train a "
            "model with a larger --context",
            "{}: 토큰이 {}개인 글인데 모델은 {}개까지 읽습니다. 글을 줄이거나 --context를 늘려 학습하세요",
            place(path, at[i]), length, most);
    }
  };
  require(labels.train, labels.train_lines);
  require(labels.held_out, labels.held_out_lines);
}

}  // namespace heed
