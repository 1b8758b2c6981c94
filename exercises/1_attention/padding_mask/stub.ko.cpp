#include "exercises/given.hpp"
#include "exercises/learn.hpp"

/// 배치의 문장은 가장 긴 것에 맞추어 채웁니다. 마스크는 어느 키가 진짜인지 나타냅니다. b번 문장에는 토큰이
/// lengths[b]개 있고 그 뒤는 패딩입니다. lengths (B) -> (B, 1, 1, longest): 토큰이면 1, 패딩이면 0. 축은
/// 배치, 헤드, 쿼리, 키이고, 길이가 1인 축은 "모든 헤드와 모든 쿼리에서 같다"는 뜻입니다.
Tensor padding_mask(const std::vector<int>& lengths, int longest) {
  return not_written("padding_mask");
}

/// 토큰 id로 만든 같은 마스크: `pad`가 아닌 것은 모두 토큰입니다.
/// ids: T개짜리 행 B개를 이어 놓은 것 -> (B, 1, 1, T).
Tensor padding_mask_of_ids(const std::vector<int>& ids, int batch, int pad) {
  // b번 문장의 t번 토큰은 ids[b * T + t]이고, T는 ids.size() / batch입니다.
  return not_written("padding_mask_of_ids");
}

/// 패딩 마스크를 쓴 어텐션 가중치: 어떤 쿼리도 패딩에 가중치를 주지 않습니다.
/// scores (B, H, Tq, Tk)는 이미 스케일링했습니다. mask (B, 1, 1, Tk) -> (B, H, Tq, Tk): 키가 패딩이면 0,
/// 행마다 합이 1입니다. 토큰이 하나도 없는 문장에서는 아무것도 볼 수 없으므로 가중치가 모두 0입니다.
Tensor padded_weights(const Tensor& scores, const Tensor& mask) {
  // 모두 가려진 행에서 소프트맥스는 무엇을 무엇으로 나눕니까?
  return not_written("padded_weights");
}
