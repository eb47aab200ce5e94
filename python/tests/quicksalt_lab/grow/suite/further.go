// Deletions from slices, methods of interfaces, searches of texts: further NAME N [repaired].
package main

import (
	"container/heap"
	"fmt"
	"os"
	"sort"
	"strconv"
	"strings"
)

var sink int

type queue struct{ jobs []int }

// remove searches for a job and moves all later ones.
//
//go:noinline
func (q *queue) remove(id int) {
	for i, job := range q.jobs {
		if job == id {
			q.jobs = append(q.jobs[:i], q.jobs[i+1:]...)
			return
		}
	}
}

type store interface{ lookup(name string) int }

type rows struct{ names []string }

type index struct{ places map[string]int }

// lookup compares with the names of all rows.
func (r rows) lookup(name string) int {
	for i, other := range r.names {
		if other == name {
			return i
		}
	}
	return -1
}

func (x index) lookup(name string) int { return x.places[name] }

//go:noinline
func resolve(s store, names []string) (sum int) {
	for _, name := range names {
		sum += s.lookup(name)
	}
	return sum
}

// ranked sorts everything again for each new item.
//
//go:noinline
func ranked(n int) []int {
	var items []int
	for i := 0; i < n; i++ {
		items = append(items, i*7919%10007)
		sort.Ints(items)
	}
	return items
}

// quote searches the rest of the text for the end of each unclosed quote.
//
//go:noinline
func quote(text string) (found int) {
	for i := range text {
		if text[i] == '(' && strings.IndexByte(text[i:], ')') >= 0 {
			found++
		}
	}
	return found
}

type ints []int

func (h ints) Len() int           { return len(h) }
func (h ints) Less(i, j int) bool { return h[i] < h[j] }
func (h ints) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *ints) Push(x any)        { *h = append(*h, x.(int)) }
func (h *ints) Pop() any {
	last := (*h)[len(*h)-1]
	*h = (*h)[:len(*h)-1]
	return last
}

func main() {
	n, _ := strconv.Atoi(os.Args[2])
	repaired := len(os.Args) > 3
	switch os.Args[1] {
	case "cancel":
		q := queue{}
		for i := 0; i < n; i++ {
			q.jobs = append(q.jobs, i)
		}
		for i := 0; i < n; i++ {
			if repaired {
				q.jobs = q.jobs[1:]
			} else {
				q.remove(n - 1 - i)
			}
		}
		sink = len(q.jobs)
	case "resolve":
		names := make([]string, n)
		places := map[string]int{}
		for i := range names {
			names[i] = fmt.Sprint("name", i)
			places[names[i]] = i
		}
		if repaired {
			sink = resolve(index{places}, names)
		} else {
			sink = resolve(rows{names}, names)
		}
	case "ranked":
		sink = len(ranked(n))
	case "quote":
		sink = quote(strings.Repeat("(", n))
	case "heap":
		h := &ints{}
		for i := 0; i < n; i++ {
			heap.Push(h, i*7919%10007)
		}
		for h.Len() > 0 {
			sink += heap.Pop(h).(int)
		}
	}
}
