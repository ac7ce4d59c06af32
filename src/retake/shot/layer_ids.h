#pragma once
#include <functional>
#include <string>
#include <vector>

#include "retake/shot/layer.h"

// Layers, wishes and displacements have ids above 0, each but once in a shot.
namespace retake {

constexpr int most_id = 1'000'000'000;  // far enough from the largest int to count on from there

// Gives an id to every layer, wish and displacement that has none (0). Throws InputError, with
// `where` in front, for ids below 0, above most_id, or that occur twice.
void number_layers(std::vector<Layer>& layers, const std::string& where);

// The largest id in use; 0 where there is none.
int largest_id(const Layer& layer);
int largest_id(const std::vector<Layer>& layers);

// Another id for every one of the layer, its own first, then those of what it holds.
void give_ids(Layer& layer, const std::function<int(int id)>& other);

// Gives the layer, its wishes and displacements ids above `last_id`, which becomes the last of
// them.
void number_anew(Layer& layer, int& last_id);

// Throw InputError for ids that are not above 0, above most_id, or in use.
void check_new_id(int id, const std::vector<Layer>& layers);
void check_new_ids(const Layer& layer, const std::vector<Layer>& layers);

}  // namespace retake
