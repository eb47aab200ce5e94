module quicksalt/vectors/make_xmss

go 1.24

require github.com/bwesterb/go-xmssmt v1.5.2

require (
	github.com/bwesterb/byteswriter v1.0.0 // indirect
	github.com/cespare/xxhash v1.1.0 // indirect
	github.com/edsrzf/mmap-go v1.1.0 // indirect
	github.com/hashicorp/errwrap v1.1.0 // indirect
	github.com/hashicorp/go-multierror v1.1.1 // indirect
	github.com/nightlyone/lockfile v1.0.0 // indirect
	github.com/templexxx/cpu v0.0.9 // indirect
	github.com/templexxx/xorsimd v0.4.1 // indirect
	golang.org/x/crypto v0.0.0-20220518034528-6f7dac969898 // indirect
	golang.org/x/sys v0.0.0-20220519141025-dcacdad47464 // indirect
)
