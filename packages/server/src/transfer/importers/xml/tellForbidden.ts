import type { Account } from '../Account.ts';

/** Keeps account of the characters that XML forbids: texts that were pasted from elsewhere hold some, unseen. */
export function tellForbidden(account: Account): (line: number) => void {
  return (line) =>
    account.changed('text', 'comes without its control characters, which XML forbids', `line ${line}`);
}
