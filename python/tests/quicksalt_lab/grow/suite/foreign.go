// Faults of programs in Go and their repairs: foreign NAME N [repaired].
package main

import (
	"bytes"
	"os"
	"sort"
	"strconv"
	"strings"
)

var sink int

//go:noinline
func prepend(items []int, item int) []int {
	return append([]int{item}, items...)
}

//go:noinline
func nth(text string, at int) rune {
	return []rune(text)[at]
}

//go:noinline
func spell(text string, repaired bool) int {
	sum := 0
	if repaired {
		for _, letter := range text {
			sum += int(letter)
		}
		return sum
	}
	for i := 0; i < len(text); i++ {
		sum += int(nth(text, i))
	}
	return sum
}

type edge struct{ from, to int }

// Small, and therefore inlined into its caller.
func follow(edges []edge, node int) int {
	for _, one := range edges {
		if one.from == node {
			return one.to
		}
	}
	return -1
}

//go:noinline
func walk(edges []edge, repaired bool) int {
	steps := 0
	index := map[int]int{}
	for _, one := range edges {
		index[one.from] = one.to
	}
	for node := 0; node >= 0; steps++ {
		if repaired {
			next, ok := index[node]
			if !ok {
				next = -1
			}
			node = next
		} else {
			node = follow(edges, node)
		}
	}
	return steps
}

//go:noinline
func fields(n int) int {
	var text bytes.Buffer
	for i := 0; i < n; i++ {
		text.WriteString(strconv.Itoa(i * 7919 % n))
		text.WriteByte('\n')
	}
	words := strings.Fields(text.String())
	sort.Slice(words, func(i, j int) bool { return words[i] < words[j] })
	counts := map[string]int{}
	for _, word := range words {
		counts[word]++
	}
	return len(counts)
}

func main() {
	n, _ := strconv.Atoi(os.Args[2])
	repaired := len(os.Args) > 3
	switch os.Args[1] {
	case "prepend":
		var items []int
		for i := 0; i < n; i++ {
			if repaired {
				items = append(items, i)
			} else {
				items = prepend(items, i)
			}
		}
		sink = len(items)
	case "runes":
		sink = spell(strings.Repeat("ab", n/2), repaired)
	case "walk":
		edges := make([]edge, n)
		for i := range edges {
			edges[i] = edge{i, i + 1}
		}
		sink = walk(edges, repaired)
	case "fields":
		sink = fields(n)
	}
}
