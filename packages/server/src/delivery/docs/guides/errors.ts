import { type ErrorCode, errors, limits, problem } from '@newsstand/contract';
import { codeBlock, type Section } from '../components.ts';
import { html, prose } from '../html.ts';

/** What a developer can do about each error. */
const advice: Record<ErrorCode, string> = {
  invalid_parameters:
    'Correct the parameters listed in `errors`; each message states the rule. Repeating the request gives the same response.',
  malformed_request:
    'The request line or the headers are not valid HTTP; HTTP libraries do not send such requests.',
  operations_invalid:
    'Use the URL of a picture exactly as its media record gives it. If you build such URLs yourself, `detail` says which part is wrong.',
  credentials_missing: 'Send both credential headers.',
  credentials_invalid:
    'Check the key and the secret for typing errors. They may also have expired, or been revoked or rotated: ask the operator for new ones.',
  access_denied:
    'Check the project, space and instance in the path, or ask the operator to extend the grant.',
  preview_denied: 'Leave out `previewAt`, or use a preview credential.',
  signature_invalid:
    'Use the URL of a picture exactly as its media record gives it: the signature covers all of it.',
  unknown_path: 'Compare the path with this page, letter by letter.',
  not_found: 'The item, instance or space does not exist, or the item is not live at the moment.',
  draft_incomplete:
    'A preview link leads to a draft that still lacks its text or its picture. Only the preview page of the service shows it.',
  method_not_allowed: 'Use GET or HEAD; the `Allow` header lists what is possible.',
  request_timeout: 'Send the whole head of the request at once, and try again.',
  media_too_large: 'Request a smaller picture, or ask the operator for a smaller original.',
  url_too_long: `Shorten the URL to ${limits.urlBytes} bytes, for example by requesting fewer IDs at once.`,
  media_undecodable: 'The original is damaged or is not a picture at all: ask the operator to replace it.',
  range_not_satisfiable: 'Request bytes that exist; `Content-Range` gives the length of the file.',
  misdirected:
    'The spaces are spread over several nodes, and this node does not hold this one: send requests to the address in front of the nodes.',
  rate_limited: 'Wait for the number of seconds in `Retry-After`, then continue.',
  too_many_subscribers: 'Close some subscriptions, or share one between your clients.',
  headers_too_large: `Send fewer or shorter headers: at most ${limits.headerBytes} bytes in total.`,
  server_error: 'Try again later. If the problem persists, give the operator the `requestId`.',
  not_implemented:
    'Use GET, HEAD or OPTIONS, and no transfer coding other than `chunked`; HTTP libraries do so by default.',
  subscribers_full: 'Try again after the time in `Retry-After`, or add a node.',
  behind: 'Send the request again.',
  not_ready:
    'This node is stopping: subscribe again, which leads to another node or to this one after its restart.',
  overloaded: 'Wait for the number of seconds in `Retry-After`, then request the picture again.',
  media_unavailable:
    'Wait for the number of seconds in `Retry-After`, then try again: the file may or may not exist.',
  http_version_unknown: 'Use HTTP/1.1.',
};

const isErrorCode = (text: string): text is ErrorCode => Object.hasOwn(errors, text);

/** All errors; each code has the anchor that the `type` of its problem details links to. */
export const errorGuide: Section = {
  id: 'errors',
  title: 'Errors',
  text: html`<p>Every error is returned as problem details (RFC 9457, <code>application/problem+json</code>). <code>code</code> is for programs and never changes; <code>detail</code> is for people and says what to do; <code>requestId</code> identifies the request in the operator's logs. <a href="#resource-Problem">Problem</a> lists all fields.</p>
<p>If several errors apply, the first one in this order is returned: path, method, credentials, grant, parameters, resource.</p>
<ul class="entries">${Object.keys(errors)
    .filter(isErrorCode)
    .map(
      (
        code,
      ) => html`<li id="error-${code}" data-search="Error"><p class="entry"><span class="status">${errors[code].status}</span>
<a class="name" href="#error-${code}"><code>${code}</code></a></p>
<p class="about"><strong>${errors[code].title}.</strong> ${prose(advice[code])}</p></li>`,
    )}</ul>`,
  side: codeBlock(
    'A 400 response',
    JSON.stringify(
      problem('invalid_parameters', '1 parameter is not right: see errors.', '0c9f4e7ab2d1', [
        { parameter: 'size', message: 'must be an integer from 1 to 99' },
      ]),
      null,
      2,
    ),
  ),
};
