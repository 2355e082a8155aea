# Varnish in front of several nodes: responses are cached for a long time, and purged the moment they change.
#
# The nodes need
#   NEWSSTAND_SHARED_CACHE=true     the cache key contains the credentials: see vcl_hash
#   NEWSSTAND_CDN_MAX_AGE=86400     how long responses are cached
#   NEWSSTAND_PURGE_URL=http://10.0.0.10:80/purge
# xkey is one of the varnish-modules.

vcl 4.1;

import directors;
import std;
import xkey;

# A node that is slow for a moment is not dead: with a short timeout, heavy load on all nodes would leave none. A node that
# is gone is skipped even before that, because requests to it are retried on another.
probe ready {
  .url = "/readyz";
  .interval = 1s;
  .timeout = 5s;
  .window = 5;
  .threshold = 3;
  .initial = 3;
}

backend first {
  .host = "10.0.0.11";
  .port = "4000";
  .probe = ready;
  .connect_timeout = 1s;
  .first_byte_timeout = 20s;
}

backend second {
  .host = "10.0.0.12";
  .port = "4000";
  .probe = ready;
  .connect_timeout = 1s;
  .first_byte_timeout = 20s;
}

# The nodes, and nobody else. If something on this machine forwards requests of readers, 127.0.0.1 must not be among
# them.
acl purgers {
  "10.0.0.11";
  "10.0.0.12";
}

sub vcl_init {
  new nodes = directors.round_robin();
  nodes.add_backend(first);
  nodes.add_backend(second);
}

sub vcl_recv {
  if (req.url == "/purge") {
    if (client.ip !~ purgers) {
      return (synth(403, "Not from here"));
    }
    if (req.method != "POST" || !req.http.Surrogate-Key) {
      return (synth(400, "POST with Surrogate-Key"));
    }
    return (synth(200, "Purged: " + xkey.purge(req.http.Surrogate-Key)));
  }

  set req.backend_hint = nodes.backend();
  # Expired responses are served only if no node is healthy.
  if (std.healthy(req.backend_hint)) {
    set req.grace = 0s;
  }

  # The nodes log a request under the same ID as Varnish; a request that already has one keeps it.
  std.collect(req.http.X-Request-Id);
  if (req.http.X-Request-Id !~ "^[A-Za-z0-9._-]{1,128}$") {
    set req.http.X-Request-Id = "varnish-" + req.xid;
  }
  # If sent twice, they become one wrong value: never one value for the cache and another for the node.
  std.collect(req.http.x-svc-ac-api-key);
  std.collect(req.http.x-svc-ac-api-secret);
  std.collect(req.http.Origin);
  unset req.http.Cookie;
  unset req.http.Authorization;
  # Pictures in the best format that the browser supports: by the formats in Accept, not by its exact text.
  if (req.http.Accept ~ "image/avif.*image/webp") {
    set req.http.Accept = "image/avif,image/webp";
  } elseif (req.http.Accept ~ "image/webp") {
    set req.http.Accept = "image/webp";
  } else {
    unset req.http.Accept;
  }

  # Ranges are for GET, for media, and one at a time: for any other, Varnish would return an error of its own.
  if (req.method != "GET" || req.url !~ "^/media/" ||
      req.http.Range !~ "^bytes=([0-9]{1,15}-[0-9]{0,15}|-[0-9]{1,15})$") {
    unset req.http.Range;
  }
  # The query of media has no effect: with it, anyone could fill the cache with copies of one picture.
  if (req.url ~ "^/media/") {
    set req.url = regsub(req.url, "[?#].*$", "");
  }

  if (req.method != "GET" && req.method != "HEAD") {
    return (pass);
  }
  return (hash);
}

# Everything that a response varies by except its compression, which Varnish handles itself. The secret is part of it:
# without it, nothing is served. Media need no credentials.
sub vcl_hash {
  if (req.url !~ "^/media/") {
    hash_data(req.http.x-svc-ac-api-key);
    hash_data(req.http.x-svc-ac-api-secret);
    hash_data(req.http.Origin);
  }
  hash_data(req.url);
  return (lookup);
}

sub vcl_backend_fetch {
  # The interface accepts no bodies, so don't forward them.
  unset bereq.body;
  # Media requests are answered within 50 s: a picture that is not ready by then is a 503.
  if (bereq.url ~ "^/media/") {
    set bereq.first_byte_timeout = 60s;
  }
  # Another node, if the first one did not respond.
  if (bereq.retries > 0) {
    set bereq.backend = nodes.backend();
  }
}

sub vcl_backend_response {
  if (beresp.status >= 502 && beresp.status <= 504 && bereq.retries < 1) {
    return (retry);
  }
  # With an ETag, so that revalidating is cheap.
  set beresp.grace = 1d;
  set beresp.keep = 1d;
  if (beresp.http.Surrogate-Control ~ "max-age=[0-9]+") {
    set beresp.ttl = std.duration(regsub(beresp.http.Surrogate-Control, ".*max-age=([0-9]+).*", "\1s"), 0s);
  }
  # Not cacheable, or too large: stream it, and let nobody wait for someone else's response.
  if (beresp.ttl <= 0s || beresp.http.Cache-Control ~ "(private|no-store|no-cache)" ||
      std.integer(beresp.http.Content-Length, 0) > 100000000) {
    set beresp.uncacheable = true;
    set beresp.ttl = 1s;
    set beresp.grace = 0s;
    set beresp.keep = 0s;
    return (deliver);
  }
  set beresp.http.xkey = beresp.http.Surrogate-Key;
  # What vcl_hash covers need not be compared again; readers still get the full Vary.
  if (beresp.http.Vary == "accept-encoding, x-svc-ac-api-key, x-svc-ac-api-secret, origin") {
    set beresp.http.X-Vary = beresp.http.Vary;
    set beresp.http.Vary = "accept-encoding";
  }
  return (deliver);
}

sub vcl_backend_error {
  if (bereq.retries < 1) {
    return (retry);
  }
  set beresp.http.Content-Type = "application/problem+json";
  set beresp.http.Cache-Control = "private, no-store";
  set beresp.http.Retry-After = "1";
  set beresp.body = {"{"type":"about:blank","title":"No node responds","status":503}"};
  return (deliver);
}

sub vcl_deliver {
  if (resp.http.X-Vary) {
    set resp.http.Vary = resp.http.X-Vary;
  }
  if (obj.hits > 0) {
    set resp.http.X-Cache = "HIT";
    # They applied to the reader whose response was cached.
    unset resp.http.RateLimit;
    unset resp.http.RateLimit-Policy;
  } else {
    set resp.http.X-Cache = "MISS";
  }
  set resp.http.X-Request-Id = req.http.X-Request-Id;
  unset resp.http.X-Vary;
  unset resp.http.xkey;
  unset resp.http.Surrogate-Key;
  unset resp.http.Surrogate-Control;
  unset resp.http.CDN-Cache-Control;
}
