// Verdicts of Go's crypto/x509: reads one line of JSON per chain, writes one line of JSON.
//
// Certificates are base64 of DER. The answer is the error, or empty if the chain is valid.
package main

import (
	"bufio"
	"crypto/x509"
	"encoding/json"
	"errors"
	"log"
	"net"
	"os"
	"time"
)

type chain struct {
	Trusted [][]byte `json:"trusted"`
	Chain   [][]byte `json:"chain"`
	Host    string   `json:"host"`
	Purpose string   `json:"purpose"`
	Time    int64    `json:"time"`
}

func verify(one chain) error {
	roots, intermediates := x509.NewCertPool(), x509.NewCertPool()
	for _, der := range one.Trusted {
		certificate, err := x509.ParseCertificate(der)
		if err != nil {
			return err
		}
		roots.AddCert(certificate)
	}
	if len(one.Chain) == 0 {
		return errors.New("no chain")
	}
	leaf, err := x509.ParseCertificate(one.Chain[0])
	if err != nil {
		return err
	}
	for _, der := range one.Chain[1:] {
		certificate, err := x509.ParseCertificate(der)
		if err != nil {
			return err
		}
		intermediates.AddCert(certificate)
	}
	usage := x509.ExtKeyUsageServerAuth
	if one.Purpose == "client" {
		usage = x509.ExtKeyUsageClientAuth
	}
	host := one.Host
	if net.ParseIP(host) != nil {
		host = "[" + host + "]"
	}
	_, err = leaf.Verify(x509.VerifyOptions{
		DNSName:       host,
		Roots:         roots,
		Intermediates: intermediates,
		CurrentTime:   time.Unix(one.Time, 0),
		KeyUsages:     []x509.ExtKeyUsage{usage},
	})
	return err
}

func main() {
	lines := bufio.NewReader(os.Stdin)
	decoder := json.NewDecoder(lines)
	encoder := json.NewEncoder(os.Stdout)
	for decoder.More() {
		var one chain
		if err := decoder.Decode(&one); err != nil {
			log.Fatal(err)
		}
		answer := ""
		if err := verify(one); err != nil {
			answer = err.Error()
		}
		if err := encoder.Encode(answer); err != nil {
			log.Fatal(err)
		}
	}
}
