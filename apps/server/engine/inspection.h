#pragma once
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "retake/numerics/progress.h"
#include "retake/shot/edit.h"
#include "retake/shot/json_fields.h"
#include "retake/spacetime/motion_edit.h"

// Looks at all frames of a result for what is wrong with it.
namespace retake::server {

// What is looked at: copies, so that it can be done on a thread of its own.
struct Inspected {
  std::shared_ptr<const Body> body;
  std::vector<Obstacle> obstacles;
  std::vector<Contact> contacts;  // of the source
  std::shared_ptr<const Motion> source, result;
  double size = 1;  // m
  int state = 0;    // of the document
  std::vector<Layer> layers;
  std::map<int, EditReport> reports;  // by layer
  std::map<int, VecX> forces;         // by layer: control force, all frames
};

// One number per frame; absent: nothing to measure there.
struct QualityGraph {
  std::string key, title, unit;
  std::optional<double> limit;
  std::vector<std::optional<double>> per_frame;
};

struct Problem {
  std::string key;   // to speak about it
  std::string kind;  // penetration, miss, strain, inverted, force, contradiction, brief
  std::string severity, title, text;
  std::vector<FrameRange> frames;
  int worst_frame = 0, vertex = -1;
  double value = 0, limit = 0;
  std::string unit;
  int layer = 0, wish = 0;
  struct Fix {
    std::string title;
    std::string effect;  // what it will change
    Edit edit;
  };
  std::optional<Fix> fix;
};

// Per frame: how large, and where.
struct Reading {
  double value = 0;
  int vertex = -1;
};
struct Measurements {
  std::vector<std::vector<Reading>> penetration;  // by obstacle, then frame
  std::vector<std::vector<int>> penetrating;      // vertices beyond the limit
  std::vector<Reading> strain, inverted;          // inverted: how many tets
  std::vector<Reading> newly_inverted;            // those that the input does not have so
  std::vector<Reading> edit_size;
};

struct Inspection {
  std::vector<Problem> problems;
  std::vector<QualityGraph> graphs;
  Json contacts;
};
Inspection inspect(const Inspected& shot, Progress& progress);

// Steps of it: what is measured frame by frame (inspection_measure.cpp), what problems follow
// (inspection_problems.cpp), how wishes were met (inspection_wishes.cpp), which edits flash by
// (inspection_duration.cpp).
struct Limits {
  double penetration = 0, miss = 0;  // m
  double strain = 0.6;
  double force = 10;  // times the median
};
Limits limits_for(double size);
Measurements measure(const Inspected& shot, const Limits& limits, Progress& progress);
std::vector<Problem> find_body_problems(const Inspected& shot, const Measurements& measured,
                                        const Limits& limits);
std::vector<Problem> find_wish_problems(const Inspected& shot, const Limits& limits);
std::vector<Problem> find_force_problems(const Inspected& shot, const Limits& limits);
std::vector<Problem> find_brief_edits(const Inspected& shot, const Limits& limits);

// A window that leaves the change more time; nothing where the layer has none, or has all frames.
std::optional<Problem::Fix> widen_window(const Layer& layer, int frame_count);

// Frames that fulfil a condition, consecutive ones merged.
std::vector<FrameRange> ranges_where(int frame_count, const std::function<bool(int)>& holds);
// "6.2 mm", "1.84 m".
std::string length_text(double metres);
// "frame 49", "frames 41 to 57 and 80".
std::string frames_text(const std::vector<FrameRange>& frames);

Json to_json(const Inspection& inspection, int frame_count);

}  // namespace retake::server
