#include "exercises/given.hpp"

/// 이미지의 패치들을 패치의 행마다 차례로 놓습니다. image (C, H, W), H와 W는 patch의 배수 -> (N, C · patch · patch),
/// N = H / patch · W / patch. 패치 안에서는 채널마다, 채널 안에서는 행마다 차례로 놓습니다.
Tensor patchify(const Tensor& image, int patch) {
  // n번 패치는 패치의 몇째 행, 몇째 열에 있습니까? 그 왼쪽 위 모서리는 어디입니까?
  return not_written("patchify");
}

/// 다시 이미지로 만듭니다. 위와 같은 패치들 -> (channels, height, width).
Tensor unpatchify(const Tensor& patches, int channels, int height, int width) {
  // 패치 하나는 값 channels · p · p개입니다. p는 얼마입니까? 그다음은 위의 인덱스를 거꾸로 씁니다.
  return not_written("unpatchify");
}

/// 비전 트랜스포머가 읽는 것: 패치마다의 선형 투영, 그 앞의 클래스 토큰, 그리고 각각에 더해지는 위치. patches (N, P),
/// weight (D, P), bias (D), class_token (D), positions (N + 1, D) -> (N + 1, D).
Tensor embed_patches(const Tensor& patches, const Tensor& weight, const Tensor& bias,
                     const Tensor& class_token, const Tensor& positions) {
  // 0행이 클래스 토큰입니다. given::linear(x, weight, bias)는 x Wᵀ + b입니다.
  return not_written("embed_patches");
}
