// Reads the log of heads with Go's own packages for transparency logs, which know nothing of Kifu: signed notes
// (golang.org/x/mod/sumdb/note), tiles and proofs (golang.org/x/mod/sumdb/tlog).
//
//	main URL LOG-VKEY EARLIER-CHECKPOINT [WITNESS-VKEY]...
//
// It ends with status 0 and a line for each thing that it has shown, or with status 1 and what is wrong.
package main

import (
	"bytes"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

const height = 8

func main() {
	if err := read(os.Args[1], os.Args[2], os.Args[3], os.Args[4:]); err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
}

func read(url, vkey, earlier string, witnesses []string) error {
	var verifiers []note.Verifier
	log, err := note.NewVerifier(vkey)
	if err != nil {
		return err
	}
	verifiers = append(verifiers, log)
	for _, witness := range witnesses {
		verifier, err := newCosigner(witness)
		if err != nil {
			return err
		}
		verifiers = append(verifiers, verifier)
	}
	sent, err := fetch(url + "/checkpoint")
	if err != nil {
		return err
	}
	tree, err := open(sent, log.Name(), verifiers, 1+len(witnesses))
	if err != nil {
		return err
	}
	fmt.Printf("checkpoint of %d leaves, %d signatures\n", tree.N, 1+len(witnesses))
	kept, err := os.ReadFile(earlier)
	if err != nil {
		return err
	}
	old, err := open(kept, log.Name(), verifiers[:1], 1)
	if err != nil {
		return err
	}
	tiles := &tileReader{url: url}
	// This reader hashes the tiles that it is given up to the root, and refuses those that do not lead there.
	hashes := tlog.TileHashReader(tree, tiles)
	for n := int64(0); n < tree.N; n++ {
		if err := included(url, tree, hashes, n); err != nil {
			return fmt.Errorf("leaf %d: %w", n, err)
		}
	}
	fmt.Printf("%d leaves included\n", tree.N)
	proof, err := tlog.ProveTree(tree.N, old.N, hashes)
	if err != nil {
		return err
	}
	if err := tlog.CheckTree(proof, tree.N, tree.Hash, old.N, old.Hash); err != nil {
		return err
	}
	fmt.Printf("consistent with %d leaves\n", old.N)
	fmt.Printf("tiles of %d levels\n", tiles.levels)
	return nil
}

// open checks the signatures of a checkpoint, and returns what it says of the tree.
func open(sent []byte, origin string, verifiers []note.Verifier, signatures int) (tlog.Tree, error) {
	opened, err := note.Open(sent, note.VerifierList(verifiers...))
	if err != nil {
		return tlog.Tree{}, err
	}
	if len(opened.Sigs) != signatures {
		return tlog.Tree{}, fmt.Errorf("%d known signatures, not %d", len(opened.Sigs), signatures)
	}
	lines := strings.Split(opened.Text, "\n")
	if len(lines) != 4 || lines[0] != origin {
		return tlog.Tree{}, errors.New("not a checkpoint of this log")
	}
	size, err := strconv.ParseInt(lines[1], 10, 64)
	if err != nil {
		return tlog.Tree{}, err
	}
	root, err := tlog.ParseHash(lines[2])
	return tlog.Tree{N: size, Hash: root}, err
}

// included checks that entry n hashes to leaf n, and that leaf n is in the tree.
func included(url string, tree tlog.Tree, hashes tlog.HashReader, n int64) error {
	entry, err := readEntry(url, tree.N, n)
	if err != nil {
		return err
	}
	proof, err := tlog.ProveRecord(tree.N, n, hashes)
	if err != nil {
		return err
	}
	return tlog.CheckRecord(proof, tree.N, tree.Hash, n, tlog.RecordHash(entry))
}

var bundles = map[string][][]byte{}

func readEntry(url string, size, n int64) ([]byte, error) {
	tile := tlog.Tile{H: height, L: 0, N: n >> height, W: 1 << height}
	if left := size - tile.N<<height; left < int64(tile.W) {
		tile.W = int(left)
	}
	path := strings.Replace(pathOf(tile), "/tile/0/", "/tile/entries/", 1)
	if bundles[path] == nil {
		sent, err := fetch(url + path)
		if err != nil {
			return nil, err
		}
		for len(sent) > 0 {
			length := int(binary.BigEndian.Uint16(sent))
			bundles[path] = append(bundles[path], sent[2:2+length])
			sent = sent[2+length:]
		}
		if len(bundles[path]) != tile.W {
			return nil, fmt.Errorf("%d entries in %s", len(bundles[path]), path)
		}
	}
	return bundles[path][n&(1<<height-1)], nil
}

// pathOf is the path of a tile in C2SP's tlog-tiles, which leaves out the height that Go's checksum database has.
func pathOf(tile tlog.Tile) string {
	return "/tile/" + strings.TrimPrefix(tile.Path(), fmt.Sprintf("tile/%d/", height))
}

type tileReader struct {
	url    string
	levels int
}

func (r *tileReader) Height() int { return height }

func (r *tileReader) ReadTiles(tiles []tlog.Tile) ([][]byte, error) {
	var found [][]byte
	for _, tile := range tiles {
		sent, err := fetch(r.url + pathOf(tile))
		if err != nil {
			return nil, err
		}
		found = append(found, sent)
		if tile.L >= r.levels {
			r.levels = tile.L + 1
		}
	}
	return found, nil
}

func (r *tileReader) SaveTiles([]tlog.Tile, [][]byte) {}

var fetched = map[string][]byte{}

func fetch(url string) ([]byte, error) {
	if found, ok := fetched[url]; ok {
		return found, nil
	}
	answer, err := http.Get(url)
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	sent, err := io.ReadAll(answer.Body)
	if err == nil && answer.StatusCode != http.StatusOK {
		err = fmt.Errorf("%s: %s: %s", url, answer.Status, sent)
	}
	fetched[url] = sent
	return sent, err
}

// cosigner verifies the signatures of a witness, c2sp.org/tlog-cosignature, which Go's package does not know.
type cosigner struct {
	name string
	hash uint32
	key  ed25519.PublicKey
}

func newCosigner(vkey string) (*cosigner, error) {
	parts := strings.SplitN(vkey, "+", 3)
	material, err := base64.StdEncoding.DecodeString(parts[len(parts)-1])
	if err != nil || len(parts) != 3 || len(material) != 33 || material[0] != 4 {
		return nil, errors.New("not the key of a witness: " + vkey)
	}
	hash := sha256.Sum256(append([]byte(parts[0]+"\n"), material...))
	return &cosigner{parts[0], binary.BigEndian.Uint32(hash[:]), material[1:]}, nil
}

func (c *cosigner) Name() string    { return c.name }
func (c *cosigner) KeyHash() uint32 { return c.hash }

func (c *cosigner) Verify(text, signature []byte) bool {
	if len(signature) != 8+ed25519.SignatureSize {
		return false
	}
	var signed bytes.Buffer
	fmt.Fprintf(&signed, "cosignature/v1\ntime %d\n%s", binary.BigEndian.Uint64(signature), text)
	return ed25519.Verify(c.key, signed.Bytes(), signature[8:])
}
