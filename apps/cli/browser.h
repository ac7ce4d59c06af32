#pragma once
#include <string>

namespace retake::cli {

// Whether a browser could show itself to the person in front of this terminal.
bool has_display();

// Hands the address to $BROWSER, else to xdg-open, and does not wait for it. False: neither is
// there.
bool open_in_browser(const std::string& address);

}  // namespace retake::cli
