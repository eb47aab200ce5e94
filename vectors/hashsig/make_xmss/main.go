// Makes xmss.json: XMSS and XMSS^MT keys and signatures from go-xmssmt.
//
// Usage, in this folder: go run . > ../xmss.json
//
// All secrets are hashes of a label, so each run gives the same file.
package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"github.com/bwesterb/go-xmssmt"
)

const version = "1.5.2"

// Parameter names and the signature index of each. Trees of height 16 and 20 would take minutes to
// hours, and go-xmssmt cannot make the last signature of a key.
var wanted = []struct {
	name  string
	index uint64
}{
	{"XMSS-SHA2_10_256", 0},
	{"XMSS-SHA2_10_192", 1022},
	{"XMSS-SHAKE256_10_256", 682},
	{"XMSS-SHAKE256_10_192", 341},
	{"XMSSMT-SHA2_20/2_256", 1023},
	{"XMSSMT-SHA2_20/2_192", 1024},
	{"XMSSMT-SHAKE256_20/2_256", 0},
	{"XMSSMT-SHAKE256_20/2_192", 1<<20 - 2},
	{"XMSSMT-SHA2_20/4_256", 31},
	{"XMSSMT-SHA2_20/4_192", 32},
	{"XMSSMT-SHAKE256_20/4_256", 1<<15 + 1},
	{"XMSSMT-SHAKE256_20/4_192", 1<<20 - 2},
	{"XMSSMT-SHA2_40/4_192", 1<<39 + 1<<20 + 5},
	{"XMSSMT-SHAKE256_40/8_192", 1<<40 - 2},
	{"XMSSMT-SHA2_60/6_256", 1<<59 + 1<<33 + 7},
	{"XMSSMT-SHA2_60/12_192", 1<<60 - 2},
}

type vector struct {
	Source    string `json:"source"`
	Variant   string `json:"variant"`
	PublicKey string `json:"public_key"`
	Message   string `json:"message"`
	Signature string `json:"signature"`
}

func drawn(name, what string, length uint32) []byte {
	digest := sha256.Sum256([]byte(name + ", " + what))
	return digest[:length]
}

func must(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

// An interface that contains a nil pointer is not nil.
func check(err xmssmt.Error) {
	if err != nil {
		log.Fatal(err)
	}
}

func make1(folder, name string, index uint64) vector {
	ctx := xmssmt.NewContextFromName(name)
	n := ctx.Params().N
	path := filepath.Join(folder, hex.EncodeToString([]byte(name)))
	seed, secret, prf := drawn(name, "SEED", n), drawn(name, "SK_SEED", n), drawn(name, "SK_PRF", n)
	sk, pk, failed := ctx.Derive(path, seed, secret, prf)
	check(failed)
	sk.DangerousSetSeqNo(xmssmt.SignatureSeqNo(index))
	message := []byte(fmt.Sprintf("signed with %s, signature %d", name, index))
	signature, failed := sk.Sign(message)
	check(failed)
	encoded, err := signature.MarshalBinary()
	must(err)
	public, err := pk.MarshalBinary()
	must(err)
	good, failed := xmssmt.Verify(public, encoded, message)
	check(failed)
	if !good {
		log.Fatalf("go-xmssmt does not accept its own signature: %s", name)
	}
	check(sk.Close())
	// go-xmssmt prefixes both with the parameters, in four bytes of its own format.
	variant := "xmss"
	if ctx.MT() {
		variant = "xmssmt"
	}
	oid := []byte{0, 0, 0, byte(ctx.Oid())}
	return vector{
		Source:    fmt.Sprintf("go-xmssmt %s, %s, signature %d", version, name, index),
		Variant:   variant,
		PublicKey: hex.EncodeToString(append(oid, public[4:]...)),
		Message:   hex.EncodeToString(message),
		Signature: hex.EncodeToString(encoded[4:]),
	}
}

func main() {
	folder, err := os.MkdirTemp("", "xmss")
	must(err)
	defer os.RemoveAll(folder)
	vectors := []vector{}
	for _, want := range wanted {
		vectors = append(vectors, make1(folder, want.name, want.index))
	}
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetIndent("", " ")
	must(encoder.Encode(struct {
		About string   `json:"about"`
		Count int      `json:"count"`
		Tests []vector `json:"tests"`
	}{"XMSS and XMSS^MT: public key, message, signature", len(vectors), vectors}))
	_, err = os.Stdout.Write(text.Bytes())
	must(err)
}
