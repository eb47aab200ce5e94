// Faults of programs in C++ and their repairs: faults NAME N [repaired].
#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <list>
#include <map>
#include <regex>
#include <sstream>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#define NOINLINE __attribute__((noinline))

static volatile size_t sink;

NOINLINE void take_all(std::vector<std::string> &queue) {
    while (!queue.empty()) {
        sink += queue.front().size();
        queue.erase(queue.begin());
    }
}

NOINLINE void take_all(std::deque<std::string> &queue) {
    while (!queue.empty()) {
        sink += queue.front().size();
        queue.pop_front();
    }
}

NOINLINE std::string concatenate(const std::vector<std::string> &words, bool repaired) {
    std::string text;
    for (const auto &word : words) {
        if (repaired)
            text += word;
        else
            text = text + word;
    }
    return text;
}

NOINLINE void unique(std::vector<std::string> &kept, const std::vector<std::string> &words) {
    for (const auto &word : words)
        if (std::find(kept.begin(), kept.end(), word) == kept.end())
            kept.push_back(word);
}

NOINLINE void unique(std::unordered_set<std::string> &kept, const std::vector<std::string> &words) {
    for (const auto &word : words)
        kept.insert(word);
}

struct Bad {
    size_t operator()(unsigned long key) const { return key & 3; }
};

NOINLINE void fill(std::unordered_map<unsigned long, int, Bad> &table, size_t n) {
    for (size_t i = 0; i < n; i++)
        table[i * 64] = 1;
}

NOINLINE void fill(std::unordered_map<unsigned long, int> &table, size_t n) {
    for (size_t i = 0; i < n; i++)
        table[i * 64] = 1;
}

NOINLINE size_t nth_of_list(const std::list<size_t> &items) {
    size_t sum = 0;
    for (size_t i = 0; i < items.size(); i++)
        sum += *std::next(items.begin(), static_cast<long>(i));
    return sum;
}

NOINLINE void sort_all(std::vector<std::string> &words) { std::sort(words.begin(), words.end()); }

NOINLINE void count_words(std::map<std::string, int> &counts, const std::vector<std::string> &words) {
    for (const auto &word : words)
        counts[word]++;
}

static std::vector<std::string> words(size_t n) {
    std::vector<std::string> made;
    unsigned long state = 88172645463325252u;
    for (size_t i = 0; i < n; i++) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        made.push_back("a word of some length " + std::to_string(state >> 20));
    }
    return made;
}

int main(int count, char **arguments) {
    if (count < 3)
        return 2;
    std::string what = arguments[1];
    size_t n = std::strtoul(arguments[2], nullptr, 10);
    bool repaired = count > 3;
    auto made = words(n);
    if (what == "erase" && repaired) {
        std::deque<std::string> queue(made.begin(), made.end());
        take_all(queue);
    } else if (what == "erase") {
        take_all(made);
    } else if (what == "concatenate") {
        sink = concatenate(made, repaired).size();
    } else if (what == "unique" && repaired) {
        std::unordered_set<std::string> kept;
        unique(kept, made);
    } else if (what == "unique") {
        std::vector<std::string> kept;
        unique(kept, made);
    } else if (what == "hash" && repaired) {
        std::unordered_map<unsigned long, int> table;
        fill(table, n);
    } else if (what == "hash") {
        std::unordered_map<unsigned long, int, Bad> table;
        fill(table, n);
    } else if (what == "nth") {
        std::list<size_t> items(n, 1);
        sink = nth_of_list(items);
    } else if (what == "sort") {
        sort_all(made);
    } else if (what == "count") {
        std::map<std::string, int> counts;
        count_words(counts, made);
    }
    return 0;
}
