import { type ErrorCode, errors, limits, problem } from '@newsstand/contract';
import { codeBlock } from './codeBlock.ts';
import type { Guide } from './guideSection.ts';
import { html, prose } from './html.ts';

/** What to do about each error. */
const advice: Record<ErrorCode, string> = {
  invalid_parameters:
    'Correct the parameters that `errors` names; each message says the rule. Sending the same again gives the same answer.',
  malformed_request:
    'The first line or the headers of the request break the rules of HTTP; an HTTP library never sends such a thing.',
  operations_invalid:
    'Take the URL of a picture from its media record. Who writes such URLs: `detail` says which part is not right.',
  credentials_missing: 'Send both credential headers.',
  credentials_invalid:
    'Check key and secret for a typing error. They may also have expired, or been revoked or rotated: ask the operator for new ones.',
  access_denied: 'Check project, space and instance in the path, or ask the operator to widen the grant.',
  preview_denied: 'Leave out `previewAt`, or use a preview credential.',
  signature_invalid:
    'Take the URL of a picture from its media record, and change nothing in it: it is signed as a whole.',
  unknown_path: 'Check the path against this page, letter by letter.',
  not_found: 'The item, instance or space does not exist, or the item is not live at this moment.',
  method_not_allowed: 'Use GET or HEAD; the header `Allow` names what is possible.',
  request_timeout: 'Send the whole head of the request at once, and try again.',
  media_too_large: 'Ask for a smaller picture, or have the operator give a smaller original.',
  url_too_long: `Shorten the URL to ${limits.urlBytes} bytes, for example by asking for fewer IDs at once.`,
  media_undecodable: 'The original is damaged, or no picture at all: ask the operator to give another one.',
  range_not_satisfiable: 'Ask for bytes that are there; `Content-Range` says how many there are.',
  misdirected:
    'Several nodes share the spaces, and this one holds others: ask through the address that stands in front of them.',
  rate_limited: 'Wait for the seconds in `Retry-After`, then go on.',
  headers_too_large: `Send fewer or shorter headers: together at most ${limits.headerBytes} bytes.`,
  server_error: 'Try again a little later. If it stays, give the operator the `requestId`.',
  not_implemented:
    'Use GET, HEAD or OPTIONS, and no transfer coding but `chunked`; an HTTP library never sends anything else by itself.',
  not_ready: 'Only `/readyz` says so: the service is stopping, and a load balancer should ask another one.',
  overloaded: 'Wait for the seconds in `Retry-After`, then ask for the picture again.',
  media_unavailable:
    'Wait for the seconds in `Retry-After`, then ask again: nothing is said about whether the file exists.',
  http_version_unknown: 'Use HTTP/1.1.',
};

const isCode = (text: string): text is ErrorCode => Object.hasOwn(errors, text);

/** The chapter on errors; each code has the anchor that problem details link to. */
export const errorGuide: Guide = {
  id: 'errors',
  title: 'Errors',
  text: html`<p>Every error is answered with problem details (RFC 9457, <code>application/problem+json</code>). <code>code</code> is made for programs and never changes; <code>detail</code> is made for people and says what to do; <code>requestId</code> finds the request in the operator's logs. All fields are under <a href="#resource-Problem">Problem</a>.</p>
<ul class="errors">${Object.keys(errors)
    .filter(isCode)
    .map(
      (
        code,
      ) => html`<li id="error-${code}"><p class="field"><span class="status">${errors[code].status}</span>
<a class="name" href="#error-${code}"><code>${code}</code></a></p>
<p class="about"><strong>${errors[code].title}.</strong> ${prose(advice[code])}</p></li>`,
    )}</ul>
<p>Where several apply, the first of these is answered: path, method, credentials, grant, parameters, resource.</p>`,
  side: codeBlock(
    'A 400',
    JSON.stringify(
      problem('invalid_parameters', '1 parameter is not right: see errors.', '0c9f4e7ab2d1', [
        { parameter: 'size', message: 'must be an integer from 1 to 99' },
      ]),
      null,
      2,
    ),
  ),
};
