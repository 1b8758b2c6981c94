#include <cstdio>
#include <sstream>

#include "exercises/given.hpp"

// using NamedTensors = std::map<std::string, Tensor>;   이름이 붙은, 모델의 가중치
//
// 파일은 한 줄씩 이렇습니다:
//   heed-weights 2                 뒤에 오는 텐서의 개수
//   bias 0                         첫 텐서의 이름, 축의 수, 축들의 길이(여기서는 없음)
//   7                              숫자들, 행마다 차례로. 축이 없으면 하나
//   norm.weight 1 3
//   0.1 1 -2.5
//   end

/// 그런 파일의 내용. 텐서는 map의 순서대로입니다. 모든 값을 마지막 비트까지 그대로 다시 읽을 수 있어야 합니다.
std::string write_checkpoint(const given::NamedTensors& weights) {
  // double은 유효 숫자 17자리면 충분하고 그보다 적으면 모자랍니다: out.precision(17).
  return not_written("write_checkpoint");
}

/// 그런 글을 읽습니다. 다른 것이면 std::runtime_error를 던집니다. 첫 단어가 다르거나, 텐서가 적힌 개수보다
/// 적거나 많거나, 숫자가 모자라거나 남거나, 이름이 두 번 나오거나, 끝이 없거나, 끝 뒤에 무엇이 있을 때입니다.
given::NamedTensors read_checkpoint(const std::string& text) {
  // std::istringstream in(text); 그다음 `in >> word`. 읽을 수 있었는지도 알려 줍니다: if (!(in >> value)) throw …
  return not_written("read_checkpoint");
}

/// 저장된 가중치를 모델에 넣습니다. 모델의 텐서마다 같은 이름의 저장된 텐서를 받습니다. 파일에 없거나,
/// 모델에 없거나, 모양이 다른 텐서가 있으면 그 이름을 말하는 std::runtime_error를 던지고, 그때 모델은
/// 전과 같아야 합니다.
void load_strictly(given::NamedTensors& model, const given::NamedTensors& saved) {
  // 먼저 모두 확인합니다. 그다음에는 실패할 것이 없습니다.
  not_written("load_strictly");
}
