import { countCharacters } from '@newsstand/contract';
import { ApiProblem } from '../ApiProblem.ts';

/** The `Upload-Metadata` of a file. */
export type Metadata = { readonly name: string; readonly isPackage: boolean };

const mostBytes = 4096;
const mostCharacters = 255;

/** Reads `Upload-Metadata`: keys with values in Base64, separated by commas. Unknown keys are ignored. */
export function readMetadata(header: string): Metadata {
  if (header.length > mostBytes) throw refusal(`must not be longer than ${mostBytes} characters`);
  const values = new Map<string, string>();
  for (const pair of header.split(',')) {
    const [key = '', value = '', ...more] = pair.trim().split(' ');
    if (key === '' || more.length > 0 || values.has(key))
      throw refusal('must be keys, each once, and values in Base64, as in: filename Y292ZXIuanBn');
    values.set(key, decode(key, value));
  }
  const name = values.get('filename');
  if (name === undefined || !isName(name)) {
    throw refusal(`must hold a filename of 1 to ${mostCharacters} characters without control characters`);
  }
  return { name, isPackage: (values.get('package') ?? 'false') !== 'false' };
}

function decode(key: string, value: string): string {
  // Some clients omit the padding; a superfluous letter is a mistake.
  const isBase64 = /^[A-Za-z0-9+/]*={0,2}$/.test(value) && value.replaceAll('=', '').length % 4 !== 1;
  if (!isBase64) throw refusal(`must hold values in Base64; that of ${JSON.stringify(key)} is not`);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(value, 'base64'));
  } catch {
    throw refusal(`must hold texts in UTF-8; that of ${JSON.stringify(key)} is not`);
  }
}

function isName(name: string): boolean {
  const characters = countCharacters(name);
  return characters >= 1 && characters <= mostCharacters && !/\p{Cc}/u.test(name);
}

function refusal(message: string): ApiProblem {
  return new ApiProblem('invalid_parameters', `Upload-Metadata ${message}`);
}
