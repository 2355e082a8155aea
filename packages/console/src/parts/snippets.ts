import { credentialHeaders } from '@newsstand/contract/plain';
import type { Space } from '../api/paths.ts';

/** What reading content takes: the URL of the service, a key and its secret. */
export type Credentials = { readonly url: string; readonly key: string; readonly secret: string };

/** A curl command for a path of the public listener. */
export function curlSnippet({ url, key, secret }: Credentials, path: string): string {
  return [
    `curl -sS '${url}${path}' \\`,
    `  -H "${credentialHeaders.key}: ${key}" \\`,
    `  -H "${credentialHeaders.secret}: ${secret}"`,
  ].join('\n');
}

/** The start of a program that reads a space with the client. */
export function clientSnippet({ url, key, secret }: Credentials, { projectId, spaceId }: Space): string {
  return [
    "import { createClient } from '@newsstand/client';",
    '',
    'const client = createClient({',
    ...Object.entries({ url, key, secret, projectId, spaceId }).map(
      ([name, value]) => `  ${name}: ${quoted(value)},`,
    ),
    '});',
    '',
  ].join('\n');
}

/** A text as a string literal. */
export function quoted(text: string): string {
  const inner = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'");
  return `'${inner}'`;
}
