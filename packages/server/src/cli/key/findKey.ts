import type { Credential } from '../../store/Credential.ts';
import type { Reader } from '../../store/Store.ts';
import { Failure } from '../Failure.ts';

/** Finds a credential by its key. */
export async function findKey(reader: Reader, key: string): Promise<Credential> {
  const found = (await reader.credentials()).find((credential) => credential.key === key);
  if (found !== undefined) return found;
  // Somebody may have pasted the secret instead; it must not end in a log.
  const shown = key.startsWith('nsk_') ? key : 'this';
  throw new Failure(`there is no key ${shown}; newsstand key list shows all keys`);
}
