#pragma once
#include <initializer_list>
#include <string>

// Places that cannot be written are told before any work is done for them.
namespace retake::cli {

// Files; empty names are passed over. Throws FileError that names the first that cannot be written.
void check_writable(std::initializer_list<std::string> files);

// Files that may be written: empty names are passed over. Throws InputError where one is there
// already, unless it shall be replaced.
void check_new_files(std::initializer_list<std::string> files, bool replace);

// Makes the folder where it is missing; an empty name is passed over. Throws FileError.
void check_folder(const std::string& folder);

}  // namespace retake::cli
