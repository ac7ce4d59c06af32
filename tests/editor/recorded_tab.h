#pragma once
#include <chrono>
#include <condition_variable>
#include <cstring>
#include <functional>
#include <map>
#include <mutex>

#include <gtest/gtest.h>

#include "apps/server/engine/editor.h"
#include "retake/shot/json_fields.h"

namespace retake::server {

// A binary message taken apart.
struct Received {
  int kind = 0, stream = 0, reply = 0, frame = 0, revision = 0, count = 0, rows = 0, flags = 0;
  std::vector<float> numbers;
  std::vector<int> indices;  // the same bits

  explicit Received(const Bytes& bytes) {
    const auto read = [&](std::size_t at, auto value) {
      std::memcpy(&value, bytes.data() + at, sizeof(value));
      return static_cast<int>(value);
    };
    EXPECT_EQ(read(0, std::uint32_t{}), 0x314b5452);
    kind = read(4, std::uint16_t{});
    stream = read(6, std::uint16_t{});
    reply = read(8, std::uint32_t{});
    frame = read(12, std::int32_t{});
    revision = read(16, std::uint32_t{});
    count = read(20, std::uint32_t{});
    rows = read(24, std::uint32_t{});
    flags = read(28, std::uint32_t{});
    numbers.resize((bytes.size() - 32) / 4);
    indices.resize(numbers.size());
    if (numbers.empty()) return;
    std::memcpy(numbers.data(), bytes.data() + 32, bytes.size() - 32);
    std::memcpy(indices.data(), bytes.data() + 32, bytes.size() - 32);
  }

  bool is_draft() const { return (flags & 1) != 0; }
  Eigen::Matrix3Xf positions() const {
    return Eigen::Map<const Eigen::Matrix3Xf>(numbers.data(), 3, count);
  }
};

// A tab that remembers all it was sent. Waiting for what never comes fails the test, after long.
class RecordedTab : public Client {
 public:
  void send_text(std::string json) override {
    add([&] {
      texts_.push_back(Json::parse(json));
      newest_[texts_.back()["type"]] = texts_.back();
    });
  }
  void send_bytes(std::shared_ptr<const Bytes> message) override {
    add([&] { bytes_.push_back(std::move(message)); });
  }
  void send_frame(int stream, std::shared_ptr<const Bytes> message) override {
    add([&] {
      latest_[stream] = message;
      frames_.push_back(std::move(message));
    });
  }

  bool can_take_frame() override {
    const std::lock_guard lock(mutex_);
    return takes_frames_;
  }
  // From now on it can, or cannot.
  void take_frames(bool takes) {
    const std::lock_guard lock(mutex_);
    takes_frames_ = takes;
  }

  // The first text that fits among those not yet taken; it and all before it count as taken.
  Json wait_for_text(const std::function<bool(const Json&)>& fits) {
    Json found;
    wait([&] {
      for (std::size_t i = taken_; i < texts_.size(); ++i) {
        if (!fits(texts_[i])) continue;
        found = texts_[i];
        taken_ = i + 1;
        return true;
      }
      return false;
    });
    return found;
  }
  Json wait_for_type(const std::string& type) {
    return wait_for_text([&](const Json& text) { return text["type"] == type; });
  }

  // The newest frame on a stream, once it fits.
  Received wait_for_frame(int stream, const std::function<bool(const Received&)>& fits) {
    std::shared_ptr<const Bytes> found;
    wait([&] {
      const auto latest = latest_.find(stream);
      if (latest == latest_.end() || !fits(Received(*latest->second))) return false;
      found = latest->second;
      return true;
    });
    return Received(found ? *found : Bytes(32));
  }
  Received wait_for_bytes(const std::function<bool(const Received&)>& fits) {
    std::shared_ptr<const Bytes> found;
    wait([&] {
      for (const auto& message : bytes_) {
        if (fits(Received(*message))) found = message;
      }
      return found != nullptr;
    });
    return Received(found ? *found : Bytes(32));
  }

  std::vector<Json> texts() const {
    const std::lock_guard lock(mutex_);
    return texts_;
  }
  std::vector<std::shared_ptr<const Bytes>> frames() const {
    const std::lock_guard lock(mutex_);
    return frames_;
  }
  // The newest text of a type, also if it is forgotten; null: none has come.
  Json newest(const std::string& type) const {
    const std::lock_guard lock(mutex_);
    const auto found = newest_.find(type);
    return found != newest_.end() ? found->second : Json();
  }
  void forget_frames() {
    const std::lock_guard lock(mutex_);
    latest_.clear();
    frames_.clear();
  }
  // What has come so far, so that it takes no memory.
  void forget_all() {
    forget_frames();
    const std::lock_guard lock(mutex_);
    texts_.clear();
    bytes_.clear();
    taken_ = 0;
  }

 private:
  template <class Action>
  void add(const Action& action) {
    {
      const std::lock_guard lock(mutex_);
      action();
    }
    arrived_.notify_all();
  }
  template <class Predicate>
  void wait(const Predicate& predicate) {
    std::unique_lock lock(mutex_);
    const bool came = arrived_.wait_for(lock, std::chrono::seconds(60), predicate);
    EXPECT_TRUE(came) << "waited in vain; last text: "
                      << (texts_.empty() ? "none" : texts_.back().dump());
  }

  mutable std::mutex mutex_;
  std::condition_variable arrived_;
  std::vector<Json> texts_;
  std::size_t taken_ = 0;
  bool takes_frames_ = true;
  std::map<std::string, Json> newest_;  // by type
  std::vector<std::shared_ptr<const Bytes>> bytes_, frames_;
  std::map<int, std::shared_ptr<const Bytes>> latest_;
};

}  // namespace retake::server
