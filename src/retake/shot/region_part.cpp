#include "retake/shot/region_part.h"

#include "retake/numerics/errors.h"

namespace retake {

RegionPart::RegionPart(RegionBody part, int vertex_count)
    : part_(std::move(part)), index_in_part_(static_cast<std::size_t>(vertex_count), -1) {
  for (std::size_t i = 0; i < part_.vertices.size(); ++i) {
    index_in_part_[static_cast<std::size_t>(part_.vertices[i])] = static_cast<int>(i);
  }
}

std::shared_ptr<const Motion> RegionPart::motion(const Motion& whole) const {
  return std::make_shared<const Motion>(restricted(whole, part_.vertices));
}

std::vector<Contact> RegionPart::contacts(const std::vector<Contact>& whole) const {
  std::vector<Contact> contacts;
  for (Contact contact : whole) {
    contact.vertex = index_in_part_[static_cast<std::size_t>(contact.vertex)];
    if (contact.vertex >= 0) contacts.push_back(contact);
  }
  return contacts;
}

std::vector<int> RegionPart::of_vertices(const std::vector<int>& whole) const {
  std::vector<int> values;
  if (whole.empty()) return values;
  for (const int v : part_.vertices) values.push_back(whole[static_cast<std::size_t>(v)]);
  return values;
}

WeightedPoint RegionPart::point(WeightedPoint whole) const {
  for (WeightedVertex& entry : whole) {
    const int index = index_in_part_[static_cast<std::size_t>(entry.vertex)];
    if (index < 0) {
      throw InputError({.what = "a wish about a vertex outside of the layer's region",
                        .where = "vertex " + std::to_string(entry.vertex),
                        .advice = "Add the vertex to the region, or remove the wish"});
    }
    entry.vertex = index;
  }
  return whole;
}

Wish RegionPart::wish(Wish whole) const {
  whole.point = point(std::move(whole.point));
  whole.other = point(std::move(whole.other));
  if (whole.pose.cols() == 0) return whole;
  Eigen::Matrix3Xf pose(3, body().vertex_count());
  for (Eigen::Index i = 0; i < pose.cols(); ++i) {
    pose.col(i) = whole.pose.col(part_.vertices[static_cast<std::size_t>(i)]);
  }
  whole.pose = std::move(pose);
  return whole;
}

Eigen::Matrix3Xf RegionPart::whole(const Eigen::Matrix3Xf& part, Eigen::Matrix3Xf input) const {
  return scattered(part, part_.vertices, std::move(input));
}

}  // namespace retake
