// heed serve: a page on this machine alone that translates while one types, over HTTP.
#pragma once

#include <functional>
#include <string>

#include "models/any_model.hpp"
#include "tools/training/training_history.hpp"

namespace heed {

struct ServedModel {
  AnyModel translator;
  Usual usual{};       // see remarks()
  std::string note{};  // says what the model is
};

/// Answers on 127.0.0.1, one translation at a time; an error is {"error": "what was wrong and what to do"}.
///
///     GET /              the page
///     GET /model         {"from", "to", "note", "lang"}
///     POST /translate    {"text": "…", "beam": 4} (beam may be left out): the reading of the best
///     translation
///                        (reading_json()), with the maps of the cross-attention
///
/// `listening` is told the port (of port 0 one that is free) and what ends serve(). Refused with a reason:
/// what names another host (a page of the web that has this address for its own name), what comes from
/// another page (its Origin), POST without `Content-Type: application/json` (what other pages can send), more
/// than 16 KB or of unknown length, other paths. Throws Error where the port cannot be had.
void serve(const ServedModel& model, int port,
           const std::function<void(int port, const std::function<void()>& stop)>& listening);

}  // namespace heed
