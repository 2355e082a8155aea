import { credentialHeaders, limits } from '@newsstand/contract';
import { codeBlock, type Section, table } from '../components.ts';
import { html } from '../html.ts';

const caching: Section = {
  id: 'caching',
  title: 'Caching',
  text: html`<p>Every response says how long it may be cached and carries a validator.</p>
<ul>
<li><code>Cache-Control</code>: <code>max-age</code> is at most ${limits.maxAgeSeconds} seconds and never extends past the next time at which anything in the same list opens or closes. If you respect it, you never show expired content.</li>
<li><code>ETag</code>: send it back in <code>If-None-Match</code>. If nothing has changed, the response is <code>304</code> without a body.</li>
<li>Responses are <code>private</code> because they depend on the credentials, unless the operator has configured a shared cache that takes them into account. Responses to preview credentials are <code>private, no-store</code>.</li>
<li>Bodies are compressed with Brotli or gzip if <code>Accept-Encoding</code> allows it.</li>
</ul>`,
  side: html`${codeBlock(
    'First response',
    'HTTP/1.1 200 OK\nETag: "2k7x0f9r1m3c"\nCache-Control: private, max-age=42, must-revalidate',
  )}${codeBlock(
    'Revalidation',
    'GET /static/projects/acme/spaces/web/… HTTP/1.1\nIf-None-Match: "2k7x0f9r1m3c"\n\nHTTP/1.1 304 Not Modified\nETag: "2k7x0f9r1m3c"',
  )}`,
};

const rateLimit: Section = {
  id: 'rate-limit',
  title: 'Rate limits',
  text: html`<p>The operator may limit how many requests a credential can send. If so, every response reports the current state, and requests over the limit fail with <a href="#error-rate_limited">429</a>.</p>
${table(
  'Rate limit headers',
  ['Header', 'Meaning'],
  [
    [
      html`<code>RateLimit-Policy</code>`,
      html`The limit: <code>q</code> requests in <code>w</code> seconds.`,
    ],
    [
      html`<code>RateLimit</code>`,
      html`<code>r</code> requests are left; the full quota is available again in <code>t</code> seconds.`,
    ],
    [html`<code>Retry-After</code>`, html`Sent with a 429: how many seconds to wait.`],
  ],
)}`,
  side: codeBlock(
    'Over the limit',
    'HTTP/1.1 429 Too Many Requests\nRateLimit-Policy: "default";q=600;w=60\nRateLimit: "default";r=0;t=17\nRetry-After: 17',
  ),
};

const cors: Section = {
  id: 'cors',
  title: 'CORS',
  text: html`<p>Web pages can call this service from the origins that the operator allows. The preflight request needs no credentials and may be cached for a day.</p>
<ul>
<li>Methods: <code>GET</code>, <code>HEAD</code>.</li>
<li>Request headers: <code>${credentialHeaders.key}</code>, <code>${credentialHeaders.secret}</code>, <code>If-None-Match</code>, <code>Last-Event-ID</code>, <code>X-Request-Id</code>.</li>
<li>Exposed response headers: <code>ETag</code>, <code>Retry-After</code>, <code>RateLimit</code>, <code>RateLimit-Policy</code>, <code>X-Request-Id</code>.</li>
</ul>`,
};

const limitTable: Section = {
  id: 'limits',
  title: 'Limits',
  text: table(
    'All limits',
    ['What', 'Limit', 'Otherwise'],
    [
      [html`Items per page`, html`${limits.pageSize.min} to ${limits.pageSize.max}`, html`400`],
      [
        html`Search text`,
        html`${limits.searchCharacters.min} to ${limits.searchCharacters.max} characters`,
        html`400`,
      ],
      [html`List of IDs or tags`, html`at least 1 element`, html`400`],
      [html`URL`, html`${limits.urlBytes / 1024} KiB`, html`414`],
      [html`Headers`, html`${limits.headerBytes / 1024} KiB`, html`431`],
      [html`ID`, html`1 to ${limits.idCharacters} characters of <code>A-Z a-z 0-9 . _ ~ -</code>`, html`400`],
      [html`Alias`, html`1 to ${limits.aliasCharacters} characters, no control characters`, html`400`],
      [html`Share text`, html`${limits.shareTextCharacters} characters`, html`never delivered`],
      [html`Depth of a news body`, html`${limits.bodyDepth} levels`, html`never delivered`],
    ],
  ),
  side: html`<p class="aside">Characters are Unicode code points: 日 and 😀 count as one each.</p>`,
};

/** Caching, rate limits, CORS and limits. */
export const httpGuides: readonly Section[] = [caching, rateLimit, cors, limitTable];
