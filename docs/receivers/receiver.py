"""Receives Parapet's webhooks. Needs Python 3.9 or newer: WEBHOOK_SECRETS='whsec_…' python3 receiver.py"""

import base64
import hashlib
import hmac
import json
import os
import re
import sys
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Lock

# One; two, with a blank between them, while a secret is rotated.
SECRETS = os.environ.get("WEBHOOK_SECRETS", "").split()
PORT = int(os.environ.get("PORT", "9999"))
TOLERANCE_S = 300
BODY_BYTES = 262_144
REMEMBERED = 100_000


class Refused(Exception):
    """Its argument is the status to answer."""


def verify_standard(headers, body):
    """Headers webhook-*, the scheme of Standard Webhooks: the time is signed too, so what is old is refused.

    Answers what a repeat of the same delivery is known by."""
    delivery, sent, given = (headers.get(f"webhook-{name}", "") for name in ("id", "timestamp", "signature"))
    if not delivery or not given or not re.fullmatch("[0-9]{1,12}", sent):
        raise Refused(400)
    if abs(time.time() - int(sent)) > TOLERANCE_S:
        raise Refused(401)
    keys = [base64.b64decode(secret.removeprefix("whsec_")) for secret in SECRETS]
    signed = f"{delivery}.{sent}.".encode() + body
    right = ["v1," + base64.b64encode(hmac.digest(key, signed, "sha256")).decode() for key in keys]
    if not any(is_one_of(right, one) for one in given.split(" ")):
        raise Refused(401)
    return delivery


def verify_service(headers, body):
    """Header X-Service-Signature, the scheme of GitHub: only the body is signed, so it alone tells a repeat."""
    given = headers.get("x-service-signature", "")
    if not given:
        raise Refused(400)
    right = ["sha256=" + hmac.digest(secret.encode(), body, "sha256").hex() for secret in SECRETS]
    if not is_one_of(right, given):
        raise Refused(401)
    return hashlib.sha256(body).hexdigest()


def is_one_of(right, given):
    """Takes a time that says nothing about how much of it was right."""
    return any(hmac.compare_digest(one.encode(), given.encode()) for one in right)


def take(key, body):
    """Called once for each delivery. Only takes note: Parapet waits 15 seconds for an answer, and no longer."""
    told = json.loads(body)
    print(json.dumps({"key": key, "event": told["event"], "issue": told["issue"]["id"]}), flush=True)


class Receiver(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"  # Parapet uses a connection again.
    timeout = 10
    # Better kept where the rest is kept, in one transaction with it: insert … on conflict do nothing.
    seen = {}
    one_at_a_time = Lock()

    def do_POST(self):
        try:
            self.receive()
            status = 200
        except Refused as refused:
            (status,) = refused.args
        self.send_response(status)
        self.send_header("Content-Length", "0")
        if status in (404, 411, 413):  # Its body was not read.
            self.send_header("Connection", "close")
        self.end_headers()

    def receive(self):
        verify = {"/standard": verify_standard, "/service": verify_service}.get(self.path)
        if verify is None:
            raise Refused(404)
        body = self.read_body()
        key = verify(self.headers, body)
        with self.one_at_a_time:
            if key in self.seen:
                return
            take(key, body)
            self.seen[key] = True
            if len(self.seen) > REMEMBERED:
                del self.seen[next(iter(self.seen))]

    def read_body(self):
        """The body as it came: what is parsed and written again has other bytes, and another signature."""
        length = self.headers.get("content-length", "")
        if not re.fullmatch("[0-9]{1,12}", length) or "transfer-encoding" in self.headers:
            raise Refused(411)
        if int(length) > BODY_BYTES:
            raise Refused(413)
        return self.rfile.read(int(length))

    def log_message(self, *_):
        """Says nothing of requests: http.server would print each."""


# With a secret that is empty or cut off, anybody could sign.
if not SECRETS or not all(re.fullmatch("whsec_[A-Za-z0-9+/]{32,}=*", secret) for secret in SECRETS):
    sys.exit("WEBHOOK_SECRETS must be the secret of the webhook, as it was shown")
server = ThreadingHTTPServer(("127.0.0.1", PORT), Receiver)
print(f"listening on http://127.0.0.1:{PORT}", flush=True)
server.serve_forever()
