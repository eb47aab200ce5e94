// Unsuitable containers, and expensive comparisons: further NAME N [repaired].
#include <cstdlib>
#include <deque>
#include <functional>
#include <list>
#include <map>
#include <numeric>
#include <queue>
#include <regex>
#include <string>
#include <unordered_map>
#include <vector>

namespace {
volatile size_t sink;

size_t mixed(size_t i) { return i * 2654435761u % 1000003; }

// A table that was once large is cleared for each item, including all its buckets.
[[gnu::noinline]] size_t group(const std::vector<size_t> &items, bool repaired)
{
    std::unordered_map<size_t, size_t> seen;
    if (!repaired)
        seen.reserve(items.size());
    size_t found = 0;
    for (size_t item : items) {
        seen.clear();
        ++seen[item];
        found += seen.size();
    }
    return found;
}

// Each query copies the queue.
[[gnu::noinline]] size_t greatest(std::priority_queue<size_t> queue) { return queue.top(); }
[[gnu::noinline]] size_t top(const std::priority_queue<size_t> &queue) { return queue.top(); }

struct Job {
    size_t id;
    std::function<size_t(size_t)> run;
};

// Removes jobs from the middle of a deque.
[[gnu::noinline]] void cancel(std::deque<Job> &jobs, size_t id)
{
    for (auto job = jobs.begin(); job != jobs.end(); ++job)
        if (job->id == id) {
            jobs.erase(job);
            return;
        }
}

// Walks a list to find the place of each item.
[[gnu::noinline]] void place(std::list<size_t> &list, size_t item)
{
    auto at = list.begin();
    while (at != list.end() && *at < item)
        ++at;
    list.insert(at, item);
}

template <class Text> [[gnu::noinline]] size_t longest_common(const Text &a, const Text &b)
{
    std::vector<size_t> before(b.size() + 1), now(b.size() + 1);
    for (size_t i = 1; i <= a.size(); i++) {
        for (size_t j = 1; j <= b.size(); j++)
            now[j] = a[i - 1] == b[j - 1] ? before[j - 1] + 1 : std::max(before[j], now[j - 1]);
        std::swap(before, now);
    }
    return before.back();
}

[[gnu::noinline]] size_t tokens(const std::string &text)
{
    std::regex word("[a-z]+");
    auto at = std::sregex_iterator(text.begin(), text.end(), word);
    return static_cast<size_t>(std::distance(at, std::sregex_iterator()));
}
}

int main(int count, char **arguments)
{
    if (count < 3)
        return 2;
    std::string what = arguments[1];
    size_t n = std::strtoul(arguments[2], nullptr, 10);
    bool repaired = count > 3;
    std::vector<size_t> items(n);
    for (size_t i = 0; i < n; i++)
        items[i] = mixed(i);
    if (what == "group") {
        sink = group(items, repaired);
    } else if (what == "queue") {
        std::priority_queue<size_t> queue;
        for (size_t item : items) {
            queue.push(item);
            sink = repaired ? top(queue) : greatest(queue);
        }
    } else if (what == "cancel") {
        std::deque<Job> jobs;
        for (size_t i = 0; i < n; i++)
            jobs.push_back({i, [i](size_t x) { return x + i; }});
        for (size_t i = 0; i < n; i++) {
            cancel(jobs, repaired ? i : n / 2 + (i % 2 ? i / 2 : 0) - (i % 2 ? 0 : i / 2));
            sink = jobs.size();
        }
    } else if (what == "place") {
        std::list<size_t> list;
        std::multimap<size_t, size_t> tree;
        for (size_t item : items)
            repaired ? (void)tree.emplace(item, item) : place(list, item);
    } else if (what == "common") {
        std::string a, b;
        for (size_t i = 0; i < n; i++) {
            a += static_cast<char>('a' + items[i] % 26);
            b += static_cast<char>('a' + items[n - 1 - i] % 26);
        }
        sink = longest_common(a, b);
    } else if (what == "tokens") {
        std::string text;
        for (size_t i = 0; i < n; i++)
            text += "word ";
        sink = tokens(text);
    }
    return 0;
}
