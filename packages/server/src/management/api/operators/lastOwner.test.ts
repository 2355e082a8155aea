import { describe, expect, test } from 'bun:test';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Postgres, startPostgres } from '../../../../../../tests/startPostgres.ts';
import { openStore } from '../../../store/openStore.ts';
import type { Store } from '../../../store/Store.ts';
import { type TestApi, withApi } from '../testing/withApi.ts';
import { newAuthTokenId, newAuthTokenSecret, sha256Of } from './authTokens.ts';

const random = (bytes: number) => crypto.getRandomValues(new Uint8Array(bytes));

/** An owner of everything, signed in. */
async function addOwner({ clock: createdAt }: TestApi, store: Store, operatorId: string): Promise<string> {
  const secret = newAuthTokenSecret('session', random);
  const session = { type: 'session', operatorId, id: newAuthTokenId(random), createdAt } as const;
  const about = { operatorId, name: operatorId, createdAt, passwordHash: 'set' };
  await store.write(async (writer) => {
    await writer.putOperator({ ...about, roles: [{ projectId: '*', role: 'owner' }] });
    await writer.putAuthToken({ ...session, sha256: sha256Of(secret), expiresAt: createdAt + 3_600_000 });
  });
  return `newsstand_session=${secret}`;
}

type Attack = (
  target: string,
  self: string,
) => { readonly path: string; readonly method: string; body?: object };

const viewer = { roles: [{ projectId: '*', role: 'viewer' }] };
const attacks: Readonly<Record<string, Attack>> = {
  'remove each other': (target) => ({ path: `/operators/${target}`, method: 'DELETE' }),
  'demote each other': (target) => ({ path: `/operators/${target}`, method: 'PATCH', body: viewer }),
  'demote themselves': (_, self) => ({ path: `/operators/${self}`, method: 'PATCH', body: viewer }),
  'remove themselves': (_, self) => ({ path: `/operators/${self}`, method: 'DELETE' }),
};

/** Two nodes with a store each, of the same data; the last two owners do the same at the same moment, again and again. */
async function race(url: string): Promise<void> {
  await using resources = new AsyncDisposableStack();
  const first = resources.adopt(await openStore(url), (it) => it.close());
  const second = resources.adopt(await openStore(url), (it) => it.close());
  const both = async (ann: TestApi, ben: TestApi) => {
    for (const [name, attack] of Object.entries(attacks)) {
      for (let round = 0; round < 5; round++) {
        const cookies = [await addOwner(ann, first, 'ann'), await addOwner(ann, first, 'ben')];
        const hits = [
          { api: ann, cookie: cookies[0], ...attack('ben', 'ann') },
          { api: ben, cookie: cookies[1], ...attack('ann', 'ben') },
        ];
        const statuses = await Promise.all(
          hits.map(async ({ api, path, ...ask }) => (await api.ask(path, ask)).status),
        );
        const owners = (await first.read((reader) => reader.operators())).filter(
          ({ roles }) => roles[0]?.role === 'owner',
        );
        expect([name, statuses.filter((status) => status < 300).length, owners.length]).toEqual([name, 1, 1]);
        expect([401, 403, 404, 409]).toContain(Math.max(...statuses));
      }
    }
    expect([...ann.errors, ...ben.errors]).toEqual([]);
  };
  await withApi((ann) => withApi((ben) => both(ann, ben), { store: () => second }), { store: () => first });
}

describe('of two owners who do it at the same moment, one is refused, and an owner remains', () => {
  test('SQLite', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'newsstand-test-'));
    try {
      await race(`sqlite:${join(folder, 'store.db')}`);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  test('PostgreSQL', async () => {
    await using postgres: Postgres = await startPostgres();
    await race(await postgres.freshStore());
  });
});
