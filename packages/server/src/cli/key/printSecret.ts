import type { Issued } from '../../management/issueCredential.ts';
import { note, print, printJson } from '../output.ts';

/** Shows a new secret, on standard output only: standard error often ends in a log. */
export async function printSecret({ credential, secret }: Issued, json: boolean): Promise<void> {
  if (json) return printJson({ key: credential.key, secret });
  await print(`key     ${credential.key}\nsecret  ${secret}\n`);
  note('Keep the secret now: it is stored nowhere and cannot be shown again.');
}
