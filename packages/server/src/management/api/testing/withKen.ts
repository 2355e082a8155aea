import { expect } from 'bun:test';
import { type TestApi, withApi } from './withApi.ts';

/** What Ken signs in with. */
export const password = 'correct horse battery';
/** What Ken may do: everything. */
export const roles = [{ projectId: '*', role: 'owner' }] as const;

/** An api with one operator, Ken, in which nothing goes wrong. */
export function withKen(
  work: (api: TestApi) => Promise<void>,
  changes: Parameters<typeof withApi>[1] = {},
): Promise<void> {
  return withApi(async (api) => {
    await api.addOperator('ken', roles, password);
    await work(api);
    expect(api.errors).toEqual([]);
  }, changes);
}

/** What the audit log says, the newest first: `session.open ken`. */
export function auditOf({ store }: TestApi): Promise<readonly string[]> {
  return store.read(async (reader) =>
    (await reader.audit({ most: 100 })).map(({ action, by }) => `${action} ${by}`),
  );
}
