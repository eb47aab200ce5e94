// Faults of programs in Go and their repairs: faults NAME N.
package main

import (
	"os"
	"sort"
	"strconv"
	"strings"
)

var sink int

//go:noinline
func concatenate(n int) string {
	text := ""
	for i := 0; i < n; i++ {
		text += "some word "
	}
	return text
}

//go:noinline
func build(n int) string {
	var text strings.Builder
	for i := 0; i < n; i++ {
		text.WriteString("some word ")
	}
	return text.String()
}

//go:noinline
func unique(items []int) []int {
	var kept []int
	for _, item := range items {
		found := false
		for _, other := range kept {
			if other == item {
				found = true
			}
		}
		if !found {
			kept = append(kept, item)
		}
	}
	return kept
}

//go:noinline
func order(items []int) {
	sort.Ints(items)
}

func main() {
	n, _ := strconv.Atoi(os.Args[2])
	items := make([]int, n)
	for i := range items {
		items[i] = i * 7919 % (n + 1)
	}
	switch os.Args[1] {
	case "concatenate":
		sink = len(concatenate(n))
	case "build":
		sink = len(build(n))
	case "unique":
		sink = len(unique(items))
	case "order":
		order(items)
	}
}
