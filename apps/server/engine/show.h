#pragma once
#include "apps/server/engine/desk.h"

// Sending pictures, and longer work in between. Engine's thread.
namespace retake::server {

// Sends pictures that are due: first that of the frame under the dragging hand, then those that
// have waited longest; at least two, then as many as there is time for before a message waits.
// False: none is due.
bool show_pictures(Desk& desk);

// Reports of layers that were solved since the last ones.
void tell_reports(Desk& desk);

// Starts the job that brings modes where pictures wait for them.
void bring_missing_modes(Desk& desk);
// The same for modes that a person asks for; `tab` and `replies` are answered when they are there,
// or cannot be had. One job serves all who ask for as many of a region or fewer.
void bring_modes(Desk& desk, const ModeNeed& need, int tab = 0, std::vector<int> replies = {});

// Puts work off until there is time. Throws InputError where too much of the tab waits already.
void put_off(Desk& desk, Deferred work);
// The modes that it waits for; nothing: it can be done.
std::optional<ModeNeed> awaited_modes(const Desk& desk, const Deferred& work);
// Goes on with deferred work. False: there is none that can be done now.
bool work_on_deferred(Desk& desk);

// Puts off to measure how well poses are met that nobody has looked at; then the document is told
// again.
void measure_poses(Desk& desk);

}  // namespace retake::server
