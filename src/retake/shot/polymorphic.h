#pragma once
#include <concepts>
#include <memory>
#include <typeinfo>
#include <utility>

namespace retake {

// A value that is known by its interface alone, yet copied and compared as what it is
// (std::polymorphic of C++26). Values of the interface derive from Cloneable or ValueOf.
template <class Interface>
class Polymorphic {
 public:
  template <std::derived_from<Interface> Value>
  Polymorphic(Value value) : value_(std::make_unique<Value>(std::move(value))) {}
  Polymorphic(const Polymorphic& other) : value_(other.value_ ? other.value_->clone() : nullptr) {}
  Polymorphic(Polymorphic&&) noexcept = default;
  ~Polymorphic() = default;
  Polymorphic& operator=(const Polymorphic& other) { return *this = Polymorphic(other); }
  Polymorphic& operator=(Polymorphic&&) noexcept = default;

  Interface& operator*() { return *value_; }
  const Interface& operator*() const { return *value_; }
  Interface* operator->() { return value_.get(); }
  const Interface* operator->() const { return value_.get(); }

  // Null: it is something else.
  template <class Value>
  Value* find() {
    return dynamic_cast<Value*>(value_.get());
  }
  template <class Value>
  const Value* find() const {
    return dynamic_cast<const Value*>(value_.get());
  }
  // For those who know what it is: throws std::bad_cast where it is something else.
  template <class Value>
  Value& get() {
    return dynamic_cast<Value&>(*value_);
  }
  template <class Value>
  const Value& get() const {
    return dynamic_cast<const Value&>(*value_);
  }

  friend bool operator==(const Polymorphic& a, const Polymorphic& b) {
    return a.value_->equals(*b.value_);
  }

 private:
  std::unique_ptr<Interface> value_;  // null: moved from
};

// Gives `Value` the clone() that Polymorphic asks of an interface:
//   class AddDelta : public Cloneable<AddDelta, LayerEdit> { ... };
template <class Value, class Interface>
class Cloneable : public Interface {
 public:
  std::unique_ptr<Interface> clone() const override {
    return std::make_unique<Value>(static_cast<const Value&>(*this));
  }
};

// And equals(), by the value's own ==.
template <class Value, class Interface>
class ValueOf : public Cloneable<Value, Interface> {
 public:
  bool equals(const Interface& other) const override {
    return typeid(other) == typeid(Value) &&
           static_cast<const Value&>(other) == static_cast<const Value&>(*this);
  }
  // What a value has beyond this is its own.
  bool operator==(const ValueOf&) const { return true; }
};

}  // namespace retake
