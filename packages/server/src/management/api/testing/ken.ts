import { expect } from 'bun:test';
import { inOffice, type Office } from './office.ts';

/** What Ken signs in with. */
export const password = 'correct horse battery';
/** What Ken may do: everything. */
export const roles = [{ projectId: '*', role: 'owner' }] as const;

/** An office with one operator, Ken, in which nothing goes wrong. */
export function withKen(
  work: (office: Office) => Promise<void>,
  changes: Parameters<typeof inOffice>[1] = {},
): Promise<void> {
  return inOffice(async (office) => {
    await office.addOperator('ken', roles, password);
    await work(office);
    expect(office.errors).toEqual([]);
  }, changes);
}

/** What the audit log says, the newest first: `session.open ken`. */
export function auditOf({ store }: Office): Promise<readonly string[]> {
  return store.read(async (reader) =>
    (await reader.audit({ most: 100 })).map(({ action, by }) => `${action} ${by}`),
  );
}
