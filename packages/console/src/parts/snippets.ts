import { credentialHeaders } from '@newsstand/contract/plain';
import type { SpacePlace } from '../api/places.ts';

/** What content is read with: the address of the service, a key and its secret. */
export type KeyUse = { readonly url: string; readonly key: string; readonly secret: string };

/** A command that asks for a path of the public listener. */
export function curlSnippet({ url, key, secret }: KeyUse, path: string): string {
  return [
    `curl -sS '${url}${path}' \\`,
    `  -H "${credentialHeaders.key}: ${key}" \\`,
    `  -H "${credentialHeaders.secret}: ${secret}"`,
  ].join('\n');
}

/** The beginning of a program that reads a space with the client. */
export function clientSnippet({ url, key, secret }: KeyUse, { projectId, spaceId }: SpacePlace): string {
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

/** A text as a program writes it. */
export function quoted(text: string): string {
  const inner = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'");
  return `'${inner}'`;
}
