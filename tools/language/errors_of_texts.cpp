#include "tools/language/errors_of_texts.hpp"

namespace heed {

std::span<const ErrorText> errors_of_texts() {
  static constexpr ErrorText all[] = {
      // in front of those that their parts look like
      {"{}: {} of {} lines left out ({})", "{0}: {2}줄 가운데 {1}줄을 뺐습니다 ({3})"},
      {"{}: {} of {} lines, more than a fifth, cannot be used; {} ({})",
       "{0}: {2}줄 가운데 {1}줄, 곧 5분의 1 넘게 쓸 수 없습니다. {3} ({4})"},
      {"first {}:{}: {}; then {}:{}: {}; then {}:{}: {}", "{0}:{1}: {2}; {3}:{4}: {5}; {6}:{7}: {8}"},
      {"first {}:{}: {}; then {}:{}: {}", "{0}:{1}: {2}; {3}:{4}: {5}"},
      {"first {}:{}: {}", "{0}:{1}: {2}"},
      {"{} is a file: `--input {}` translates its lines (the word itself would be translated from standard "
       "input)",
       "{0}: 파일입니다. `--input {1}`을(를) 쓰면 줄마다 번역합니다 (낱말로서는 표준 입력에서 번역합니다)"},
      {"{}:{}: byte {} is 0x00 (NUL), which no text holds; is the file damaged, or no text file?",
       "{0}: {1}번째 줄 {2}번째 바이트가 글에 없는 0(NUL)입니다. 망가졌거나 글이 아닌 파일인지 보세요"},
      {"{}:{}: byte {} (0x{}) is not UTF-8; {}", "{0}: {1}번째 줄 {2}번째 바이트가 UTF-8이 아닙니다. {4}"},
      {"{}byte {} (0x{}) is not UTF-8; type it in a terminal of UTF-8, or use iconv -t UTF-8",
       "{0}{1}번째 바이트가 UTF-8이 아닙니다. UTF-8 터미널에서 쓰거나 iconv -t UTF-8로 바꾸세요"},
      {"sentence {}: ", "{0}번째 문장: "},
      {"it looks like {}; convert it with iconv -f {} -t UTF-8 FILE > NEW",
       "{0}(으)로 보입니다. iconv -f {1} -t UTF-8 파일 > 새파일로 바꾸세요"},
      {"save it as UTF-8", "UTF-8로 저장하세요"},
      {"is the file damaged, or no text file?", "망가졌거나 글이 아닌 파일인지 보세요"},
      {"{}: this is {}, not UTF-8; {}", "{0}: UTF-8이 아니라 {1}입니다. {2}"},
      {"compressed ({})", "압축 파일({0})"},
      {"a document ({})", "문서 파일({0})"},
      {"a PDF document", "PDF 문서"},
      {"convert it with iconv -f {} -t UTF-8 FILE > NEW", "iconv -f {0} -t UTF-8 파일 > 새파일로 바꾸세요"},
      {"unpack it with {} FILE > NEW", "{0} 파일 > 새파일로 푸세요"},
      {"unpack it with {} FILE NEW", "{0} 파일 새파일로 글만 꺼내세요"},
      {"unpack it with {} FILE", "{0} 파일로 푸세요"},
      {"save it from there as plain text in UTF-8", "그 프로그램에서 UTF-8 텍스트로 저장하세요"},
      {"mend or delete them", "고치거나 지우세요"},
      {"mend or delete them, in both files", "두 파일에서 고치거나 지우세요"},
      {"it is empty", "비어 있음"},
      {"byte {} (0x{}) is not UTF-8", "{0}번째 바이트(0x{1})가 UTF-8이 아님"},
      {"byte {} is 0x00 (NUL), which no text holds", "{0}번째 바이트가 글에 없는 0(NUL)임"},
      {"{}: the byte-order mark at the start was left out", "{0}: 맨 앞의 BOM을 뺐습니다"},
      {"{}: {} Windows line end(s) (CR LF) were read as line ends",
       "{0}: 윈도의 줄 끝(CR LF) {1}개를 줄 끝으로 읽었습니다"},
      {"{}:{}: the line is longer than {} bytes, the most that is read; is it text, one sentence a line?",
       "{0}: {1}번째 줄이 읽을 수 있는 {2}바이트보다 깁니다. 한 줄에 한 문장인 글인지 보세요"},
      {"{} is empty: put {} a line into it", "{0}: 빈 파일입니다. 한 줄에 하나씩 쓰세요"},
      {"{} is a folder, not a file: name a file with {} a line",
       "{0}: 파일이 아니라 폴더입니다. 그 안의 파일을 주세요"},
      {"cannot read {}: {}; check its name", "{0}: 읽을 수 없습니다 ({1}). 이름을 확인하세요"},
      {"cannot read {}: {}; check its permissions", "{0}: 읽을 수 없습니다 ({1}). 권한을 확인하세요"},
      {"{} has {} lines and {} has {}: line i of one must translate line i of the other; find where they "
       "part",
       "{0}에는 {1}줄, {2}에는 {3}줄이 있습니다. 같은 줄끼리 번역이어야 합니다. 어디서 어긋나는지 찾으세요"},
      {"{} and {} have only empty lines: put one sentence a line into each",
       "{0}, {1}: 빈 줄뿐입니다. 한 줄에 한 문장씩 쓰세요"},
      {"no subwords can be learned from this text: has it words?",
       "이 글에서는 서브워드를 배울 수 없습니다. 낱말이 있는지 보세요"},
      {"source and target are both '{}': choose two languages",
       "원문과 번역이 모두 '{0}'입니다. 두 언어를 고르세요"},
      {"the embedded grammar of level {} gave only {} of {} new pairs: {}",
       "내장 문법(수준 {0})이 새 문장쌍 {2}개 가운데 {1}개만 냈습니다. 더 적게 찾거나, 학습 문장쌍을 "
       "늘리거나(시험 "
       "문장은 학습에 나온 낱말만 씁니다), 다른 수준을 고르세요"}};
  return all;
}

}  // namespace heed
