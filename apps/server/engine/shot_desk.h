#pragma once
#include "apps/server/engine/desk.h"

// The shot that lies on the desk: opened, told, saved. Engine's thread.
namespace retake::server {

// Opens the shot as a job; then it takes the place of the one that is there. `tab` and `replies`
// are answered when it is open, or cannot be opened.
void open_as_job(Desk& desk, const OpenRequest& request, int tab = 0,
                 const std::vector<int>& replies = {});

// Its journal keeps what was not saved.
void close_shot(Desk& desk);
// `closed`, and `welcome` with what there is to open now, to all.
void tell_closed(Desk& desk);

// `opened`, meshes, and `document`, to one tab or to all (0).
void tell_shot(Desk& desk, int tab);

// Where the shot has a file of its own.
void save_if_possible(Desk& desk);

}  // namespace retake::server
