import { credentialHeaders, limits } from '@newsstand/contract';
import { codeBlock } from './codeBlock.ts';
import { type Guide, table } from './guideSection.ts';
import { html } from './html.ts';

const caching: Guide = {
  id: 'caching',
  title: 'Caching',
  text: html`<p>Every answer says how long it stays right, and has a fingerprint.</p>
<ul>
<li><code>Cache-Control</code>: <code>max-age</code> is at most ${limits.maxAgeSeconds} s, and never passes the next moment at which anything on the same shelf opens or closes. Keep it that long, and you never show what is over.</li>
<li><code>ETag</code>: send it back in <code>If-None-Match</code>. If nothing has changed the answer is <code>304</code> without a body.</li>
<li>Answers are <code>private</code>, since they depend on the credentials, unless the operator's own cache in front is made for that. To preview credentials they are <code>private, no-store</code>.</li>
<li>Bodies are packed with Brotli or gzip where <code>Accept-Encoding</code> allows.</li>
</ul>`,
  side: html`${codeBlock(
    'First request',
    'HTTP/1.1 200 OK\nETag: "2k7x0f9r1m3c"\nCache-Control: private, max-age=42, must-revalidate',
  )}${codeBlock(
    'Later',
    'GET /static/projects/acme/spaces/web/… HTTP/1.1\nIf-None-Match: "2k7x0f9r1m3c"\n\nHTTP/1.1 304 Not Modified\nETag: "2k7x0f9r1m3c"',
  )}`,
};

const rateLimit: Guide = {
  id: 'rate-limit',
  title: 'Rate limit',
  text: html`<p>The operator may limit how many requests a credential sends. Then every answer tells where you stand; beyond the limit it is <a href="#error-rate_limited">429</a>.</p>
${table(
  'Headers of the rate limit',
  ['Header', 'Meaning'],
  [
    [
      html`<code>RateLimit-Policy</code>`,
      html`The limit: <code>q</code> requests in <code>w</code> seconds.`,
    ],
    [
      html`<code>RateLimit</code>`,
      html`<code>r</code> requests are left; in <code>t</code> seconds all of them are there again.`,
    ],
    [html`<code>Retry-After</code>`, html`With a 429: seconds to wait.`],
  ],
)}`,
  side: codeBlock(
    'Beyond the limit',
    'HTTP/1.1 429 Too Many Requests\nRateLimit-Policy: "default";q=600;w=60\nRateLimit: "default";r=0;t=17\nRetry-After: 17',
  ),
};

const cors: Guide = {
  id: 'cors',
  title: 'CORS',
  text: html`<p>Web pages of the origins that the operator allows may call this service. Browsers ask first with OPTIONS, which needs no credentials and is remembered for a day.</p>
<ul>
<li>Methods: <code>GET</code>, <code>HEAD</code>.</li>
<li>Request headers: <code>${credentialHeaders.key}</code>, <code>${credentialHeaders.secret}</code>, <code>If-None-Match</code>, <code>X-Request-Id</code>.</li>
<li>Readable in answers, beside the simple ones: <code>ETag</code>, <code>Retry-After</code>, <code>RateLimit</code>, <code>RateLimit-Policy</code>, <code>X-Request-Id</code>.</li>
</ul>`,
};

const bounds: Guide = {
  id: 'limits',
  title: 'Limits',
  text: table(
    'Limits',
    ['What', 'Limit', 'Beyond it'],
    [
      [html`Items of a page`, html`${limits.pageSize.min} to ${limits.pageSize.max}`, html`400`],
      [
        html`Search text`,
        html`${limits.searchCharacters.min} to ${limits.searchCharacters.max} characters`,
        html`400`,
      ],
      [html`List of IDs or tags`, html`at least 1 element`, html`400`],
      [html`URL`, html`${limits.urlBytes / 1024} KiB`, html`414`],
      [html`Headers`, html`${limits.headerBytes / 1024} KiB`, html`431`],
      [html`ID`, html`1 to ${limits.idCharacters} of <code>A-Z a-z 0-9 . _ ~ -</code>`, html`400`],
      [html`Alias`, html`1 to ${limits.aliasCharacters} characters, no control characters`, html`400`],
      [html`Share text`, html`${limits.shareTextCharacters} characters`, html`never delivered`],
      [html`Depth of a news body`, html`${limits.bodyDepth} levels`, html`never delivered`],
    ],
  ),
  side: html`<p class="aside">Characters are Unicode code points: 日 and 😀 are one each.</p>`,
};

/** The chapters on what HTTP carries besides the content, up to the errors and after them. */
export const httpGuides: readonly Guide[] = [caching, rateLimit, cors, bounds];
