// Go loads a bundle into a CertPool: a child of the ruler (docs/children.md).
package main

import (
	"bufio"
	"crypto/x509"
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"
	"syscall"
)

// Includes the garbage collector's threads.
func now() int64 {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		panic(err)
	}
	return usage.Utime.Nano() + usage.Stime.Nano()
}

func load() (int, error) {
	bundle, err := os.ReadFile(os.Args[1])
	if err != nil {
		return 0, err
	}
	pool := x509.NewCertPool()
	pool.AppendCertsFromPEM(bundle)
	//lint:ignore SA1019 only the number is needed
	return len(pool.Subjects()), nil
}

func run(times int) (count int, err error) {
	for ; times > 0 && err == nil; times-- {
		count, err = load()
	}
	return count, err
}

func main() {
	var count int
	requests := bufio.NewScanner(os.Stdin)
	for requests.Scan() && requests.Text() != "end" {
		request := requests.Text()
		times, err := strconv.Atoi(strings.TrimPrefix(request, "run "))
		switch {
		case request == "hello quicksalt-child/1":
			fmt.Println("ok quicksalt-child/1 process-cpu", runtime.Version())
		case strings.HasPrefix(request, "run ") && err == nil:
			start := now()
			count, err = run(times)
			time := now() - start
			if err != nil {
				fmt.Println("error", err)
			} else {
				fmt.Println("ok", time)
			}
		case request == "output":
			fmt.Printf("ok %x\n", strconv.Itoa(count))
		default:
			fmt.Println("error no such request")
		}
	}
}
