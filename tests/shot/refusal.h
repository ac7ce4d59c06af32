#pragma once
#include <string>

#include "retake/numerics/errors.h"

namespace retake {

// What it complains about in whole, or "not refused".
template <class Action>
std::string refusal_by(const Action& action) {
  try {
    action();
  } catch (const InputError& error) {
    return error.what();
  }
  return "not refused";
}

}  // namespace retake
