#include "tools/language/library_errors.hpp"

#include <fmt/args.h>
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "tools/language/errors_of_texts.hpp"
#include "tools/language/particles.hpp"
#include "tools/language/spoken.hpp"

namespace heed {
namespace {

constexpr ErrorText of_the_system[] = {{"Address already in use", "이미 쓰이는 주소"},
                                       {"Device or resource busy", "쓰이고 있음"},
                                       {"File name too long", "이름이 너무 긺"},
                                       {"File too large", "파일이 너무 큼"},
                                       {"Input/output error", "입출력 오류"},
                                       {"Is a directory", "폴더임"},
                                       {"No space left on device", "디스크에 자리가 없음"},
                                       {"No such device or address", "그런 장치나 주소가 없음"},
                                       {"No such file or directory", "그런 파일이나 폴더가 없음"},
                                       {"Not a directory", "폴더가 아님"},
                                       {"Operation not permitted", "허용되지 않음"},
                                       {"Permission denied", "권한이 없음"},
                                       {"Read-only file system", "읽기 전용"},
                                       {"Too many levels of symbolic links", "링크가 너무 많음"},
                                       {"Too many open files", "열린 파일이 너무 많음"}};

constexpr ErrorText of_libraries[] = {
    // Files
    {"{}: cannot read: {}; {}", "{0}: 읽을 수 없습니다 ({1}). {2}"},
    {"{}: cannot write: {}; {}", "{0}: 쓸 수 없습니다 ({1}). {2}"},
    {"check the path", "경로를 확인하세요"},
    {"check its permissions", "권한을 확인하세요"},
    {"check the file and its disk", "파일과 디스크를 확인하세요"},
    {"free some space there or choose another place", "자리를 비우거나 다른 곳을 고르세요"},
    {"raise the limit on file sizes (ulimit -f) or choose another place",
     "파일 크기 한도(ulimit -f)를 올리거나 다른 곳을 고르세요"},
    {"choose a place that you may write to", "쓸 수 있는 곳을 고르세요"},
    {"create its folder first", "폴더부터 만드세요"},
    {"a part of the path is a file; choose another path",
     "경로 가운데에 파일이 있습니다. 다른 경로를 고르세요"},
    {"that is a folder; give the name of a file in it", "폴더입니다. 그 안의 파일 이름을 주세요"},
    {"its links lead in a circle; choose another path", "링크가 돌고 돕니다. 다른 경로를 고르세요"},
    {"that is a pipe that nobody reads; give the name of a file",
     "읽는 쪽이 없는 파이프입니다. 파일 이름을 주세요"},
    {"choose a shorter name", "더 짧은 이름을 고르세요"},
    {"choose another place", "다른 곳을 고르세요"},
    {"{}: is a folder; give the path of a file", "{0}: 폴더입니다. 파일을 주세요"},
    {"{}: is not a regular file; give the path of a file", "{0}: 보통 파일이 아닙니다. 파일을 주세요"},
    {"{} is there already: give the name of a new folder", "{0}: 이미 있습니다. 새 폴더의 이름을 주세요"},
    {"cannot create the folder {}: {}; choose another place, or check its permissions",
     "{0}: 폴더를 만들 수 없습니다 ({1}). 다른 곳을 고르거나 권한을 확인하세요"},
    {"{}:{}:{}: not JSON; correct the file or write it again",
     "{0}: {1}번째 줄 {2}번째 칸부터 JSON이 아닙니다. 파일을 고치거나 다시 쓰세요"},
    {"{}: has the key '{}' twice; correct the file", "{0}: 두 번 나오는 이름 '{1}'. 파일을 고치세요"},
    {"{}: holds a number that is too large; correct the file", "{0}: 너무 큰 수가 있습니다. 파일을 고치세요"},
    {"{}: {} is {}: it must be {}", "{0}: {1} 값이 {2}입니다. {3}이어야 합니다"},
    {"a whole number", "정수"},
    {"a text", "글"},
    {"a number", "수"},
    {"true or false", "true나 false"},
    // Weights
    {"{}: is cut short: the tensors take {} bytes, {} are there; copy or save it again",
     "{0}: 잘린 파일입니다. 텐서는 {1}바이트인데 {2}바이트만 있습니다. 다시 복사하거나 저장하세요"},
    {"{}: is cut short: its header should have {} bytes, {} are there; copy or save it again",
     "{0}: 잘린 파일입니다. 헤더는 {1}바이트인데 {2}바이트만 있습니다. 다시 복사하거나 저장하세요"},
    {"{}: ends at byte {}, {} bytes too early; copy or save it again",
     "{0}: {1}바이트에서 끝나 {2}바이트가 모자랍니다. 다시 복사하거나 저장하세요"},
    {"{}: has {} bytes, too few for a safetensors file; copy or save it again",
     "{0}: {1}바이트뿐이라 safetensors 파일이 아닙니다. 다시 복사하거나 저장하세요"},
    {"{}: heed reads safetensors, not files of torch.save: convert it in Python by "
     "save_file(torch.load(\"{}\", weights_only=True), \"model.safetensors\") of "
     "tools/python/heed_weights.py",
     "{0}: heed는 torch.save의 파일이 아니라 safetensors를 읽습니다. Python에서 "
     "tools/python/heed_weights.py의 save_file(torch.load(\"{1}\", weights_only=True), "
     "\"model.safetensors\")로 바꾸세요"},
    {"{}: not a safetensors file: the header does not begin with '{'",
     "{0}: safetensors 파일이 아닙니다. 헤더가 '{{'로 시작하지 않습니다"},
    {"{}: not a safetensors file: its header would have {} bytes, at most {} are allowed; this looks like a "
     "text",
     "{0}: safetensors 파일이 아니라 글로 보입니다"},
    {"{}: not a safetensors file: its header would have {} bytes, at most {} are allowed{}",
     "{0}: safetensors 파일이 아닙니다 (헤더가 {1}바이트, 많아야 {2}바이트{3})"},
    {"{}: the header is not JSON in UTF-8, near its byte {}; the file is damaged",
     "{0}: 헤더가 {1}번째 바이트 근처부터 JSON이 아닙니다. 파일이 망가졌습니다"},
    {"{}: tensor {} is damaged: its bytes are not those that were written; take another copy",
     "{0}: 텐서 {1}: 쓰인 그대로가 아니라 망가졌습니다. 다른 사본을 쓰세요"},
    {"{}: is damaged: its header (names, shapes, metadata) is not the one that was written; take another {}",
     "{0}: 헤더(이름, 모양, 메타데이터)가 쓰인 그대로가 아니라 망가졌습니다. 다른 사본을 쓰세요"},
    // Models
    {"{}: there is no model.safetensors in this folder", "{0}: 이 폴더에는 model.safetensors가 없습니다"},
    {"{}: the model is a {}, not a {}; `heed show {}` says more",
     "{0}: {2}이(가) 아니라 {1} 모델입니다. `heed show {3}` 명령이 더 알려 줍니다"},
    {"{}: no model that heed has saved; `heed show {}` says what it is, and what reads it",
     "{0}: heed가 저장한 모델이 아닙니다. 무엇이고 무엇으로 읽는지는 `heed show {1}` 명령이 알려 줍니다"},
    {"{}: the metadata have no '{}': was this file written by heed?",
     "{0}: 메타데이터에 '{1}'이(가) 없습니다. heed가 쓴 파일인지 보세요"},
    {"{}: the settings of the saved model cannot be read: {}; train and save the model again",
     "{0}: 저장된 모델의 설정을 읽을 수 없습니다 ({1}). 다시 학습해 저장하세요"},
    {"{}: '{}': {}; train and save the model again", "{0}: '{1}': {2}. 다시 학습해 저장하세요"},
    {"the subword model cannot be read: it is damaged, or not one of sentencepiece",
     "서브워드 모델이 망가졌거나 sentencepiece의 것이 아닙니다"},
    {"{}: its settings cannot be: {}; train and save the model again",
     "{0}: 있을 수 없는 설정입니다 ({1}). 다시 학습해 저장하세요"},
    {"{}: its settings ask for {} of {}, and it {}; train and save the model again",
     "{0}: 설정에는 {1}의 모양이 {2}인데 파일과 다릅니다. 다시 학습해 저장하세요"},
    {"{} heads do not divide d_model {}: each head needs the same whole number of dimensions",
     "d_model {1}은(는) 헤드 {0}개로 나누어지지 않습니다. 헤드마다 차원 수가 같은 정수여야 합니다"},
    {"'{}' has no global positions that could have projections of their own: join global:COUNT to the rules",
     "'{0}'에는 따로 투영할 전역 위치가 없습니다. 규칙에 global:COUNT를 더하세요"},
    {"--attention: '{}' is no rule: the rules of attention are {}; join them with + (or) and & (and)",
     "--attention: '{0}' 규칙은 없습니다. 어텐션의 규칙: {1}. +(또는)와 &(그리고)로 잇습니다"},
    {"--attention: '{}' has '{}' for a whole number from {} to {}: the rules of attention are {}; join them "
     "with + (or) and & (and)",
     "--attention: '{0}': '{1}' 자리에는 {2}부터 {3}까지의 정수를 씁니다. 어텐션의 규칙: {4}. +(또는)와 "
     "&(그리고)로 잇습니다"},
    {"--position: '{}' is no kind of positions: there are {}",
     "--position: '{0}': 없는 위치 방식입니다. 있는 것: {1}"},
    {"--average: '{}' is no average: none, last:5 or best:3, of at most 1000 epochs",
     "--average: '{0}': 평균이 아닙니다. none, last:5, best:3처럼 많아야 1000에포크로 씁니다"},
    {"no point of the model is called '{}'; its {} points end with {}",
     "모델에 '{0}' 지점은 없습니다. {1}개의 지점은 이렇게 끝납니다: {2}"},
    {"HEED_THREADS is '{}': give a number of threads from 1 to 1024",
     "HEED_THREADS가 '{0}'입니다. 1부터 1024까지의 스레드 수를 주세요"},
    {"the source vocabulary", "원문 어휘가"},
    {"the target vocabulary", "번역 어휘가"},
    {"the subwords", "서브워드가"},
    {"the training data", "학습 데이터가"},
    {"{}: {} is ({}), not ({}): correct the sizes in config.json (those that are not there are transformers' "
     "defaults)",
     "{0}: {1}의 모양이 ({3})이어야 하는데 ({2})입니다. config.json의 크기를 고치세요. 없는 것은 "
     "transformers의 "
     "기본값입니다"},
    {"{}: there is no {}: is this a Marian model?", "{0}: {1}이(가) 없습니다. Marian 모델인지 보세요"},
    {"{}: there is no '{}'", "{0}: '{1}'이(가) 없습니다"},
    {"{}: {} is missing: give it the number of that token",
     "{0}: {1}이(가) 없습니다. 그 토큰의 번호를 쓰세요"},
    {"{}: bos_token_id and eos_token_id name no token of vocab.json, and there is no <|endoftext|> in it: "
     "give "
     "them the ids of the tokens that open and close a text",
     "{0}: bos_token_id와 eos_token_id가 vocab.json의 토큰이 아니고 <|endoftext|>도 없습니다. 글을 열고 닫는 "
     "토큰의 번호를 쓰세요"},
    {"{} is missing: source and target have vocabularies of their own",
     "{0}: 없습니다. 원문과 번역의 어휘가 따로 있습니다"},
    {"{}: the subword model cannot be read: it is damaged, or not one of sentencepiece",
     "{0}: 망가졌거나 sentencepiece의 것이 아닌 서브워드 모델입니다"},
    {"a vocabulary of zero: of {} different tokens none occurs {} times (the most frequent, '{}', occurs "
     "{}); "
     "lower the minimum frequency",
     "어휘가 비었습니다. 서로 다른 토큰 {0}개 가운데 {1}번 나오는 것이 없습니다 (가장 잦은 '{2}': {3}번). "
     "--min-frequency를 낮추세요"},
    {"a vocabulary of zero: the text has no tokens; check that its file is not empty",
     "어휘가 비었습니다. 글에 토큰이 없습니다. 파일이 비었는지 보세요"},
    // Scores
    {"{} hypotheses end in a period with a space before it: {}",
     "번역 {0}개가 빈칸 뒤의 마침표로 끝납니다. BLEU는 토큰으로 나누지 않은 글을 받으므로 값이 틀릴 수 "
     "있습니다. 원래 "
     "글로 되돌리거나 --tokenize none을 고르세요"},
    {" - Every system is compared with {}.", " - 시스템마다 이것과 견줍니다: {0}"},
    {"   Shown: the score; in brackets the mean of the resampled scores and half their 95% interval.",
     "   점수와, 괄호 안에 다시 뽑은 점수들의 평균과 95% 구간의 절반."},
    {" - p: how often chance alone would set two equally good systems this far apart, or farther.",
     " - p: 똑같이 좋은 두 시스템이 우연만으로 이만큼 넘게 벌어지는 비율."},
    {"   With a \"*\" it is 0.05 or less: a difference that other sentences would most likely show again.",
     "   \"*\"는 0.05 이하: 다른 문장에서도 다시 나타날 법한 차이."},
    {"   It says nothing about which of the two is better, or whether the difference matters.",
     "   어느 쪽이 나은지, 차이가 중요한지는 말하지 않습니다."}};

/// What the {} stand for, each as little as can be; nothing if the text is no such sentence.
std::optional<std::vector<std::string_view>> filled(std::string_view text, std::string_view sentence) {
  std::vector<std::string_view> parts;
  std::size_t blank = sentence.find("{}");
  if (!text.starts_with(sentence.substr(0, blank))) return std::nullopt;
  if (blank == std::string_view::npos) return text == sentence ? std::optional(parts) : std::nullopt;
  text.remove_prefix(blank);
  while (blank != std::string_view::npos) {
    sentence.remove_prefix(blank + 2);
    blank = sentence.find("{}");
    const std::string_view then = sentence.substr(0, blank);
    const bool at_end = blank == std::string_view::npos;
    if (at_end && !text.ends_with(then)) return std::nullopt;
    const std::size_t end = at_end ? text.size() - then.size() : text.find(then);
    if (end == std::string_view::npos) return std::nullopt;
    parts.push_back(text.substr(0, end));
    text.remove_prefix(end + then.size());
  }
  return parts;
}

std::string korean_of(std::string_view what) {
  const auto said_by = [&](const ErrorText& sentence) { return filled(what, sentence.english).has_value(); };
  const std::span<const ErrorText> all[]{of_libraries, errors_of_texts()};
  for (const std::span<const ErrorText> some : all) {
    const auto found = std::ranges::find_if(some, said_by);
    if (found == some.end()) continue;
    const auto parts = filled(what, found->english);
    fmt::dynamic_format_arg_store<fmt::format_context> words;
    for (const std::string_view part : *parts) words.push_back(korean_of(part));
    return fmt::vformat(found->korean, words);
  }
  std::string text(what);
  for (const auto& [english, korean] : of_the_system) {
    if (const std::size_t at = text.find(english); at != std::string::npos)
      text.replace(at, english.size(), korean);
  }
  return text;
}

}  // namespace

std::string in_spoken_language(const std::string& what) {
  return spoken_language() == Language::korean ? with_particles(korean_of(what)) : what;
}

}  // namespace heed
