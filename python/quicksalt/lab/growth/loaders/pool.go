// Loads a bundle into a CertPool and prints certificates and nanoseconds of processor time.
package main

import (
	"crypto/x509"
	"fmt"
	"os"
	"syscall"
)

func now() int64 {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		panic(err)
	}
	return usage.Utime.Nano() + usage.Stime.Nano()
}

func main() {
	start := now()
	bundle, err := os.ReadFile(os.Args[1])
	if err != nil {
		panic(err)
	}
	pool := x509.NewCertPool()
	pool.AppendCertsFromPEM(bundle)
	time := now() - start
	//lint:ignore SA1019 the number is all that is asked for
	fmt.Println(len(pool.Subjects()), time)
}
