// Receives Parapet's webhooks. Needs Go 1.21 or newer: WEBHOOK_SECRETS='whsec_…' go run receiver.go
package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"
)

const (
	tolerance  = 5 * time.Minute
	bodyBytes  = 262_144
	remembered = 100_000
)

// A secret of the webhook: as it was shown, and the bytes behind whsec_.
type secret struct{ whole, key []byte }

// One; two, with a blank between them, while a secret is rotated.
func secretsFrom(text string) (secrets []secret) {
	for _, whole := range strings.Fields(text) {
		rest, found := strings.CutPrefix(whole, "whsec_")
		key, err := base64.StdEncoding.DecodeString(rest)
		if !found || err != nil || len(key) < 24 {
			return nil
		}
		secrets = append(secrets, secret{[]byte(whole), key})
	}
	return secrets
}

var secrets = secretsFrom(os.Getenv("WEBHOOK_SECRETS"))

// Answers what a repeat of the same delivery is known by, or the status that refuses it.
type scheme func(header http.Header, body []byte) (key string, refused int)

// Headers webhook-*, the scheme of Standard Webhooks: the time is signed too, so what is old is refused.
func verifyStandard(header http.Header, body []byte) (string, int) {
	id, sent, given := header.Get("webhook-id"), header.Get("webhook-timestamp"), header.Get("webhook-signature")
	seconds, err := strconv.ParseUint(sent, 10, 40)
	if id == "" || given == "" || err != nil {
		return "", http.StatusBadRequest
	}
	if time.Since(time.Unix(int64(seconds), 0)).Abs() > tolerance {
		return "", http.StatusUnauthorized
	}
	for _, secret := range secrets {
		right := "v1," + base64.StdEncoding.EncodeToString(digest(secret.key, []byte(id+"."+sent+"."), body))
		for _, one := range strings.Split(given, " ") {
			if same(one, right) {
				return id, 0
			}
		}
	}
	return "", http.StatusUnauthorized
}

// Header X-Service-Signature, the scheme of GitHub: only the body is signed, so it alone tells a repeat.
func verifyService(header http.Header, body []byte) (string, int) {
	given := header.Get("X-Service-Signature")
	if given == "" {
		return "", http.StatusBadRequest
	}
	for _, secret := range secrets {
		if same(given, "sha256="+hex.EncodeToString(digest(secret.whole, body))) {
			return fmt.Sprintf("%x", sha256.Sum256(body)), 0
		}
	}
	return "", http.StatusUnauthorized
}

func digest(key []byte, parts ...[]byte) []byte {
	sum := hmac.New(sha256.New, key)
	for _, part := range parts {
		sum.Write(part)
	}
	return sum.Sum(nil)
}

// Takes a time that says nothing about how much of it was right.
func same(given, right string) bool { return hmac.Equal([]byte(given), []byte(right)) }

// Better kept where the rest is kept, in one transaction with it: insert … on conflict do nothing.
type memory struct {
	sync.Mutex
	seen  map[string]bool
	order []string
}

// Takes what has not been taken yet, one at a time.
func (m *memory) takeOnce(key string, body []byte) error {
	m.Lock()
	defer m.Unlock()
	if m.seen[key] {
		return nil
	}
	if err := take(key, body); err != nil {
		return err
	}
	m.seen[key] = true
	m.order = append(m.order, key)
	if len(m.order) > remembered {
		delete(m.seen, m.order[0])
		m.order = m.order[1:]
	}
	return nil
}

// Called once for each delivery. Only takes note: Parapet waits 15 seconds for an answer, and no longer.
func take(key string, body []byte) error {
	var told struct {
		Event string
		Issue struct{ ID string }
	}
	if err := json.Unmarshal(body, &told); err != nil {
		return err
	}
	note := map[string]string{"key": key, "event": told.Event, "issue": told.Issue.ID}
	return json.NewEncoder(os.Stdout).Encode(note)
}

func receiver(verify scheme, known *memory) http.HandlerFunc {
	return func(response http.ResponseWriter, request *http.Request) {
		response.WriteHeader(receive(verify, known, request))
	}
}

func receive(verify scheme, known *memory, request *http.Request) int {
	if request.Method != http.MethodPost {
		return http.StatusMethodNotAllowed
	}
	// The body as it came: what is parsed and written again has other bytes, and another signature.
	body, err := io.ReadAll(io.LimitReader(request.Body, bodyBytes+1))
	if err != nil {
		return http.StatusBadRequest
	}
	if len(body) > bodyBytes {
		return http.StatusRequestEntityTooLarge
	}
	key, refused := verify(request.Header, body)
	if refused != 0 {
		return refused
	}
	if err := known.takeOnce(key, body); err != nil {
		return http.StatusInternalServerError
	}
	return http.StatusOK
}

func main() {
	// With a secret that is empty or cut off, anybody could sign.
	if len(secrets) == 0 {
		log.Fatal("WEBHOOK_SECRETS must be the secret of the webhook, as it was shown")
	}
	port := os.Getenv("PORT")
	if port == "" {
		port = "9999"
	}
	known := &memory{seen: map[string]bool{}}
	http.Handle("/standard", receiver(verifyStandard, known))
	http.Handle("/service", receiver(verifyService, known))
	listener, err := net.Listen("tcp", "127.0.0.1:"+port)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("listening on http://127.0.0.1:%s\n", port)
	server := &http.Server{ReadTimeout: 10 * time.Second, MaxHeaderBytes: 16_384}
	log.Fatal(server.Serve(listener))
}
