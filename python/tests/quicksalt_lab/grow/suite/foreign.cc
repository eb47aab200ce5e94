// Faults of programs in C++ and their repairs: foreign NAME N [repaired].
#include <algorithm>
#include <cstdlib>
#include <list>
#include <memory>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#define NOINLINE __attribute__((noinline))

static volatile size_t sink;

// Each call copies the remaining text.
NOINLINE size_t count_words(std::string text) {
    size_t words = 0;
    while (!text.empty()) {
        size_t end = text.find(' ');
        if (end == std::string::npos)
            break;
        words++;
        text = text.substr(end + 1);
    }
    return words;
}

NOINLINE size_t count_words(std::string_view text) {
    size_t words = 0;
    for (size_t end; (end = text.find(' ')) != std::string_view::npos; words++)
        text.remove_prefix(end + 1);
    return words;
}

NOINLINE void insert_sorted(std::vector<int> &items, int item) {
    items.insert(std::lower_bound(items.begin(), items.end(), item), item);
}

NOINLINE void insert_sorted(std::set<int> &items, int item) { items.insert(item); }

// Observers unsubscribe one by one, each with a search.
struct Subject {
    std::list<int> observers;
    NOINLINE void detach(int id) { observers.remove(id); }
};

// A tree of shared nodes; its depth is recomputed at each node.
struct Node {
    std::unique_ptr<Node> child;
    size_t known = 0;
};

NOINLINE size_t depth(const Node *node) {
    size_t found = 0;
    for (; node; node = node->child.get())
        found++;
    return found;
}

NOINLINE size_t annotate(Node *root, bool repaired) {
    size_t sum = 0, left = repaired ? depth(root) : 0;
    for (Node *node = root; node; node = node->child.get()) {
        node->known = repaired ? left-- : depth(node);
        sum += node->known;
    }
    return sum;
}

template <typename T> struct Matrix {
    std::vector<T> cells;
    size_t n;
    T operator()(size_t i, size_t j) const { return cells[i * n + j]; }
};

template <typename T> static bool symmetric(const Matrix<T> &m) {
    for (size_t i = 0; i < m.n; i++)
        for (size_t j = 0; j < m.n; j++)
            if (m(i, j) != m(j, i))
                return false;
    return true;
}

NOINLINE size_t lines(size_t n) {
    std::ostringstream out;
    for (size_t i = 0; i < n; i++)
        out << "line " << i << '\n';
    std::istringstream in(out.str());
    std::vector<std::string> all;
    for (std::string line; std::getline(in, line);)
        all.push_back(line);
    std::stable_sort(all.begin(), all.end());
    return all.size();
}

int main(int count, char **arguments) {
    if (count < 3)
        return 2;
    std::string what = arguments[1];
    size_t n = std::strtoul(arguments[2], nullptr, 10);
    bool repaired = count > 3;
    if (what == "substr") {
        std::string text;
        for (size_t i = 0; i < n; i++)
            text += "some ";
        sink = repaired ? count_words(std::string_view(text)) : count_words(text);
    } else if (what == "insert") {
        std::vector<int> items;
        std::set<int> tree;
        for (size_t i = 0; i < n; i++) {
            int item = static_cast<int>(i * 2654435761u % 1000003);
            repaired ? insert_sorted(tree, item) : insert_sorted(items, item);
        }
    } else if (what == "observers") {
        Subject subject;
        for (size_t i = 0; i < n; i++)
            subject.observers.push_back(static_cast<int>(i));
        for (size_t i = n; i-- > 0;)
            subject.detach(static_cast<int>(i));
    } else if (what == "depth") {
        auto root = std::make_unique<Node>();
        Node *at = root.get();
        for (size_t i = 1; i < n; i++) {
            at->child = std::make_unique<Node>();
            at = at->child.get();
        }
        sink = annotate(root.get(), repaired);
        while (root)
            root = std::move(root->child);
    } else if (what == "symmetric") {
        Matrix<int> m{std::vector<int>(n * n, 1), n};
        sink = symmetric(m);
    } else if (what == "lines") {
        sink = lines(n);
    }
    return 0;
}
