#pragma once
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "retake/shot/json_fields.h"

namespace retake {

// What comes in kinds: a row for each, in the order in which messages list them. A row has a
// `name`, by which files and messages call its kind.
template <class Row>
class KindTable {
 public:
  explicit KindTable(std::vector<const Row*> rows) : rows_(std::move(rows)) {}

  const std::vector<const Row*>& rows() const { return rows_; }

  std::vector<std::string> names() const {
    std::vector<std::string> names;
    for (const Row* row : rows_) names.push_back(row->name);
    return names;
  }

  // The row that the field names. Throws InputError that lists the names for any other.
  const Row& read(JsonFields& fields, const std::string& key) const {
    return *rows_[static_cast<std::size_t>(fields.read_choice(key, names(), 0))];
  }

  // A kind from outside of the library, there as long as this object. Before anything reads the
  // table.
  class Guest {
   public:
    Guest(KindTable& table, const Row& row) : table_(&table), row_(&row) {
      table.rows_.push_back(&row);
    }
    ~Guest() { std::erase(table_->rows_, row_); }
    Guest(const Guest&) = delete;
    Guest& operator=(const Guest&) = delete;

   private:
    KindTable* table_;
    const Row* row_;
  };

 private:
  std::vector<const Row*> rows_;
};

}  // namespace retake
