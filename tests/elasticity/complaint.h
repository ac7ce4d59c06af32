#pragma once
#include <string>

#include "retake/elasticity/body.h"
#include "retake/numerics/errors.h"

namespace retake {

// What validate() finds wrong with a body, in its words; or "nothing".
inline std::string complaint_about(const Body& body) {
  try {
    validate(body);
  } catch (const InputError& error) {
    return error.what();
  }
  return "nothing";
}

}  // namespace retake
