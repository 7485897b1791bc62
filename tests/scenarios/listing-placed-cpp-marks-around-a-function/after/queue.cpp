#include "queue.hpp"

#include <vector>

namespace shop {

class Queue {
 public:
  explicit Queue(int limit) : limit_(limit) {}

  bool push(int item) {
    if (items_.size() == limit_) {
      return false;
    }
    items_.push_back(item);
    return true;
  }

  int size() const { return items_.size(); }

 private:
  std::vector<int> items_;
  int limit_;
};

int total(const Queue& queue) {
  return queue.size() * 2;
}

}  // namespace shop
