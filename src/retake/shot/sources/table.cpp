// The kinds of sources that the library has.
#include "retake/shot/source_kinds.h"
#include "retake/shot/sources/cache.h"
#include "retake/shot/sources/poses.h"
#include "retake/shot/sources/rest.h"
#include "retake/shot/sources/simulate.h"

namespace retake {

KindTable<SourceKind>& source_kinds() {
  static KindTable<SourceKind> kinds(
      {&rest_kind(), &simulate_kind(), &cache_kind(), &poses_kind()});
  return kinds;
}

}  // namespace retake
