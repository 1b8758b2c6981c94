// What help says in Korean of commands for what was trained already, and of those that do not train.
#include "tools/help/korean_texts.hpp"

namespace heed {

std::span<const KoreanText> texts_of_saved_models() {
  static constexpr KoreanText texts[] = {
      // export, import
      {"the model, or a folder with a model.safetensors", "모델, 또는 model.safetensors가 든 폴더"},
      {"folder to write, with those above it; must not be there yet",
       "쓸 폴더. 위의 폴더도 만들며, 아직 없어야 합니다"},
      {"onnx: encoder.onnx, decoder.onnx (opset 17, with a cache of keys and values), config.json and the "
       "tokeniser's files; gpt2: config.json, model.safetensors, and of byte pairs vocab.json and merges.txt",
       "onnx: encoder.onnx, decoder.onnx(opset 17, 키와 value의 캐시), config.json과 토크나이저의 파일. "
       "gpt2: "
       "config.json, model.safetensors, 바이트 쌍이면 vocab.json과 merges.txt"},
      {"Of any Transformer whose attention has weights, for ONNX Runtime, in browsers too",
       "어텐션에 가중치가 있는 모든 Transformer를 ONNX Runtime용으로, 브라우저에서도"},
      {"Of a language model (heed lm), for GPT2LMHeadModel.from_pretrained(\"gpt\")",
       "언어 모델(heed lm)을 GPT2LMHeadModel.from_pretrained(\"gpt\")용으로"},
      {"with config.json, model.safetensors, vocab.json, source.spm and target.spm",
       "config.json, model.safetensors, vocab.json, source.spm, target.spm이 든 폴더"},
      {"folder for the model.safetensors, or that file", "model.safetensors를 둘 폴더나 그 파일"},
      // show
      {"the file, or a folder with a model.safetensors", "파일, 또는 model.safetensors가 든 폴더"},
      {"list the words that a model knows, and nothing else", "모델이 아는 낱말만 늘어놓습니다"},
      {"list every tensor with its type and shape", "모든 텐서를 타입, 모양과 함께 늘어놓습니다"},
      {"every word that it knows", "아는 낱말 전부"},
      {"of PyTorch or of any program, with every tensor", "PyTorch나 다른 프로그램의 파일, 모든 텐서"},
      // look
      {"file of a saved model, or its folder", "저장된 모델의 파일이나 그 폴더"},
      {"what it reads, in quotes or not", "모델이 읽을 문장, 따옴표는 없어도 됩니다"},
      {"which points; * stands for any letters", "어느 지점들인지. *는 아무 글자들이나 뜻합니다"},
      {"print the names of all points", "모든 지점의 이름을 출력합니다"},
      {"also their gradients, of -log p of all that is written", "쓰인 글 전체의 -log p에 대한 기울기도"},
      {"leave a head out, numbered from 1; several with commas",
       "헤드를 뺍니다. 번호는 1부터, 여럿은 쉼표로"},
      {"write the values there, as safetensors", "값을 safetensors로 쓸 파일"},
      {"no colours, also on a terminal", "터미널에서도 색을 쓰지 않습니다"},
      {"A point is a module by its name, or a value inside: docs/looking.md.",
       "지점은 이름이 있는 모듈이나 그 안의 값입니다: docs/looking.md."},
      {"the third of the drawn digits that it is tested on; of a folder",
       "시험용으로 그린 숫자 가운데 셋째. MNIST의 파일이 든 폴더라면:"},
      {"with MNIST's files: heed look runs/vit-mnist mnist 3", "heed look runs/vit-mnist mnist 3"},
      // report
      {"files of saved models, or their folders", "저장된 모델들의 파일이나 그 폴더"},
      {"what they read; may be given several times", "모델들이 읽을 문장. 여러 번 쓸 수 있습니다"},
      {"the first of the test, or of the training's pictures", "첫 시험 문장, 또는 학습의 그림에 쓴 첫째"},
      {"draw this rule too, as --attention of heed translate takes it; several with commas",
       "이 규칙도 그립니다. heed translate의 --attention과 같은 규칙이며, 여럿은 쉼표로"},
      {"the page; - for standard output", "웹 페이지의 파일. -는 표준 출력"},
      {"Several models are laid over each other; snapshots of one training show how it formed.",
       "모델이 여럿이면 겹쳐 그립니다. 한 학습의 스냅숏들은 모델이 어떻게 만들어졌는지 보입니다."},
      // serve
      {"of 127.0.0.1; 0: one that is free", "127.0.0.1의 포트. 0이면 비어 있는 것"},
      {"translations a second at most; more wait for their turn",
       "1초에 처리하는 번역의 최댓값. 더 오면 차례를 기다립니다"},
      {"the model in runs/toy-ko-en, on http://127.0.0.1:8080/",
       "runs/toy-ko-en의 모델, http://127.0.0.1:8080/에서"},
      {"another model, on a port that is free", "다른 모델, 비어 있는 포트에서"},
      // run-module
      {"weights: the state dict of the module", "가중치: 모듈의 state dict"},
      {"src, tgt, masks, …, and grad_output for gradients",
       "src, tgt, 마스크, …, 기울기를 낼 때는 grad_output도"},
      {"file for output and gradients", "출력과 기울기를 쓸 파일"},
      {"as the weights say", "가중치에 따름"},
      {"Transformer, TransformerEncoderLayer, MultiheadAttention, …",
       "Transformer, TransformerEncoderLayer, MultiheadAttention 등"},
      {"number of heads; the weights do not show it", "헤드 수. 가중치만 보고는 알 수 없습니다"},
      {"of the feed-forward part", "FFN의 활성화 함수"},
      {"layer norm before each part, not after", "층 정규화를 하위 층 뒤가 아니라 앞에 합니다"},
      {"added to the variance", "분산에 더하는 수"},
      {"inputs and output are (B, T, C), not (T, B, C)",
       "입력과 출력의 모양이 (T, B, C)가 아니라 (B, T, C)입니다"},
      {"MultiheadAttention: a key and value of zeros more",
       "MultiheadAttention: 0으로 된 키와 value를 하나씩 더합니다"},
      {"Weights and inputs are safetensors files with PyTorch's names; docs/weights.md says how to make "
       "them.",
       "가중치와 입력은 PyTorch의 이름을 쓰는 safetensors 파일입니다. 만드는 법은 docs/weights.md에 "
       "있습니다."},
      {"The settings may stand in the metadata of MODEL instead. Sizes are read from the weights.",
       "설정은 MODEL의 메타데이터에 있어도 됩니다. 크기는 가중치에서 읽습니다."},
      // example, help
      {"number or name of the example", "예제의 번호나 이름"},
      {"none: the list", "없으면 목록"},
      {"which to explain", "설명할 명령"},
  };
  return texts;
}

}  // namespace heed
