import { credentialHeaders } from '@newsstand/contract';

/** Writes headers as HTTP sends them: a line each. */
export function headerLines(headers: Readonly<Record<string, string>>): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
}

/** All that an answer depends on besides its URL. */
export const varies = ['accept-encoding', credentialHeaders.key, credentialHeaders.secret, 'origin'].join(
  ', ',
);
