import { expect } from 'bun:test';
import type { AuditEntry, AuthToken, Operator } from '../../Admin.ts';
import type { Credential } from '../../Credential.ts';
import { beginning, IntegrityError, type RecordKey } from '../../Store.ts';
import { describeOpened } from './describeOpened.ts';
import type { OpenHarness } from './OpenHarness.ts';
import { category, changes, credential, item, key, media, plain, press, put, tag } from './samples.ts';

/** Operators, their passes, the audit log and the usage of keys, which nobody follows. */
export function describeAdmin(open: OpenHarness): void {
  describeOpeners(open);
  describeBooks(open);
  describeKeeping(open);
}

const desk = { projectId: 'acme', spaceId: 'web', instanceId: 'press' };
const ken: Operator = {
  operatorId: 'ken',
  name: 'Ken 健 \u0000',
  roles: [
    { projectId: '*', role: 'owner' },
    { projectId: 'acme', role: 'viewer' },
    { projectId: 'acme', spaceId: 'web', role: 'editor', provider: 'okta' },
    { ...desk, role: 'writer', givenBy: 'kim', givenAt: 5 },
  ],
  passwordHash: '$argon2id$',
  createdAt: 1,
};
const kim: Operator = { operatorId: 'kim', name: 'Kim', roles: [], createdAt: 2 };
const token: AuthToken = {
  sha256: 'aa',
  type: 'token',
  operatorId: 'ken',
  id: 't1',
  name: 'CI',
  createdAt: 3,
  scopes: [{ ...desk, role: 'viewer' }],
};
const session: AuthToken = {
  ...{ sha256: 'bb', type: 'session', operatorId: 'ken', id: 's1' },
  ...{ createdAt: 2, expiresAt: 100, lastUsedAt: 50 },
};
const invitation: AuthToken = { sha256: 'cc', type: 'invitation', id: 'i1', createdAt: 1, expiresAt: 200 };

function describeOpeners(open: OpenHarness): void {
  describeOpened('operators and tokens', open, (test) => {
    test('come back as they were put, and are replaced as a whole', async ({ store, another }) => {
      await store.write(async (writer) => {
        await writer.putOperator(kim);
        await writer.putOperator(ken);
        for (const authToken of [token, session, invitation]) await writer.putAuthToken(authToken);
        expect(await writer.operator('ken')).toEqual(ken);
      });
      await (await another()).read(async (reader) => {
        expect(await reader.operators()).toEqual([ken, kim]);
        expect(await reader.operator('nobody')).toBeUndefined();
        expect(await reader.authToken('bb')).toEqual(session);
        expect(await reader.authToken('zz')).toBeUndefined();
        expect(await reader.authTokens('ken')).toEqual([session, token]);
        expect(await reader.authTokens(undefined)).toEqual([invitation]);
      });
      const { passwordHash: _, ...without } = ken;
      const used = { ...token, lastUsedAt: 9 };
      await store.write(async (writer) => {
        await writer.putOperator({ ...without, name: 'K' });
        await writer.putAuthToken(used);
      });
      await store.read(async (reader) => {
        expect(await reader.operator('ken')).toEqual({ ...without, name: 'K' });
        expect(await reader.authTokens('ken')).toEqual([session, used]);
      });
    });

    test('an operator is removed with all tokens, and a token alone', async ({ store }) => {
      await store.write(async (writer) => {
        for (const operator of [ken, kim]) await writer.putOperator(operator);
        const other = { ...token, sha256: 'dd', operatorId: 'kim' };
        for (const authToken of [token, session, invitation, other]) await writer.putAuthToken(authToken);
      });
      expect(await store.write((writer) => writer.removeAuthToken('bb'))).toBe(true);
      expect(await store.write((writer) => writer.removeAuthToken('bb'))).toBe(false);
      expect(await store.write((writer) => writer.removeOperator('ken'))).toBe(true);
      expect(await store.write((writer) => writer.removeOperator('ken'))).toBe(false);
      await store.read(async (reader) => {
        expect(await reader.operators()).toEqual([kim]);
        expect(await reader.authToken('aa')).toBeUndefined();
        expect(await reader.authTokens('kim')).toHaveLength(1);
        expect(await reader.authTokens(undefined)).toEqual([invitation]);
      });
    });

    test('an unknown operator has no tokens', async ({ store }) => {
      await expect(store.write((writer) => writer.putAuthToken(token))).rejects.toThrow();
      expect(await store.read((reader) => reader.authToken('aa'))).toBeUndefined();
    });

    test('expired tokens are removed', async ({ store }) => {
      await store.write(async (writer) => {
        await writer.putOperator(ken);
        for (const authToken of [token, session, invitation]) await writer.putAuthToken(authToken);
        await writer.removeExpiredAuthTokens(99);
      });
      expect(await store.read((reader) => reader.authTokens('ken'))).toEqual([session, token]);
      await store.write((writer) => writer.removeExpiredAuthTokens(100));
      expect(await store.read((reader) => reader.authTokens('ken'))).toEqual([token]);
      expect(await store.read((reader) => reader.authTokens(undefined))).toEqual([invitation]);
    });
  });
}

const first: AuditEntry = { at: 1, by: 'ken', action: 'news.put', projectId: 'acme', target: 'web/press/a' };
const second: AuditEntry = {
  ...{ at: 2, by: 'kim', action: 'news.put', projectId: 'acme', target: 'web/press/b' },
  details: { n: [1, 'ü\u0000'], none: null },
};
const third: AuditEntry = { at: 3, by: 'ken', action: 'session.open', target: 'ken' };
const fourth: AuditEntry = { ...first, at: 3, projectId: 'other', target: 'web/press/ab' };
const entries = [first, second, third, fourth];

function describeBooks(open: OpenHarness): void {
  describeOpened('the audit log', open, (test) => {
    test('is read from its newest entry on, and by project, author and target', async ({ store }) => {
      await store.write((writer) => writer.addAudit(...entries.slice(0, 2)));
      for (const entry of entries.slice(2)) await store.write((writer) => writer.addAudit(entry));
      await store.read(async (reader) => {
        const asked = async (question: object) => {
          const found = await reader.audit({ most: 10, ...question });
          return found.map(({ number: _, hash: __, ...entry }): AuditEntry => entry);
        };
        expect(await asked({})).toEqual(entries.toReversed());
        expect(await asked({ most: 1 })).toEqual([fourth]);
        expect(await asked({ projectIds: ['acme', 'none'] })).toEqual([second, first]);
        expect(await asked({ projectIds: [] })).toEqual([]);
        expect(await asked({ by: 'ken' })).toEqual([fourth, third, first]);
        expect(await asked({ target: 'web/press/a' })).toEqual([fourth, first]);
        expect(await asked({ target: 'web/', by: 'ken', projectIds: ['acme'] })).toEqual([first]);
        const [, before] = await reader.audit({ most: 2 });
        expect(await asked({ before: before?.number })).toEqual([second, first]);
      });
    });
  });
  describeOpened('the usage of keys', open, (test) => {
    test('adds up, and returns the last day of each key', async ({ store }) => {
      const used = (key: string, day: number, requests: number, lastUsedAt: number) => ({
        key,
        day,
        requests,
        lastUsedAt,
      });
      await store.write((writer) => writer.addKeyUsage([]));
      await store.write((writer) =>
        writer.addKeyUsage([used('a', 7, 2, 70), used('b', 5, 1, 50), used('a', 7, 1, 69)]),
      );
      await store.write((writer) =>
        writer.addKeyUsage([used('a', 7, 4, 60), used('b', 8, 3e12, 80), used('B', 6, 1, 1)]),
      );
      await store.read(async (reader) => {
        expect(await reader.keyUsage(7)).toEqual([
          used('B', 6, 1, 1),
          used('a', 7, 7, 70),
          used('b', 5, 1, 50),
        ]);
        expect(await reader.keyUsage(4)).toEqual([]);
        const all = [used('B', 6, 1, 1), used('a', 7, 7, 70), used('b', 5, 1, 50), used('b', 8, 3e12, 80)];
        expect((await Array.fromAsync(reader.allKeyUsage())).flat()).toEqual(all);
      });
    });
  });
  describeOpened('editing', open, (test) => {
    test('who has an item open is known until they leave or are not seen any more', async ({ store }) => {
      await put(store, item, media, category, tag);
      const seen = (operatorId: string, seenAt: number) => ({
        operatorId,
        isEditing: true,
        since: 5,
        seenAt,
      });
      const enter = (operatorId: string, seenAt: number, forget = 0) =>
        store.write((writer) => writer.putPresence(item, seen(operatorId, seenAt), forget));
      const present = (since: number, of: RecordKey = item) =>
        store.read((reader) => reader.presences(of, since));
      await enter('ken', 10);
      await enter('ken', 20);
      await enter('mia', 30);
      expect(await present(0)).toEqual([seen('ken', 20), seen('mia', 30)]);
      expect(await present(21)).toEqual([seen('mia', 30)]);
      expect(await present(0, { ...item, id: 'n2' })).toEqual([]);
      await store.write((writer) => writer.removePresence(item, 'mia'));
      await enter('boss', 40, 25);
      expect(await present(0)).toEqual([seen('boss', 40)]);
    });

    test('preview links are found by their item and by their end, and removed', async ({ store }) => {
      await put(store, item, media, category, tag);
      const link = (name: string, expiresAt: number, of: RecordKey = item): Credential => ({
        ...{ ...credential, key: name, grants: [], preview: true, expiresAt, item: key(of) },
      });
      const links = [link('b', 20), link('a', 9), link('c', 3, { ...item, instanceId: 'blog' })];
      const usage = { key: 'a', day: 1, requests: 2, lastUsedAt: 3 };
      await store.write(async (writer) => {
        for (const each of [...links, { ...credential, expiresAt: 1 }]) await writer.putCredential(each);
        await writer.addKeyUsage([usage, { ...usage, key: 'b' }]);
      });
      const keysOf = async (found: Promise<readonly Credential[]>) => (await found).map((each) => each.key);
      const expired = (before: number, most: number) =>
        store.read((reader) => keysOf(reader.expiredLinks(before, most)));
      const linked = () => store.read((reader) => keysOf(reader.linksTo(item)));
      expect(await store.read((reader) => reader.linksTo(item))).toEqual([link('a', 9), link('b', 20)]);
      expect(await expired(20, 9)).toEqual(['c', 'a']);
      expect(await expired(21, 2)).toEqual(['c', 'a']);
      expect(await expired(21, 9)).toEqual(['c', 'a', 'b']);
      const before = await store.bookmark();
      expect(await store.write((writer) => writer.removeCredential('a'))).toBe(true);
      expect(await store.write((writer) => writer.removeCredential('a'))).toBe(false);
      expect(await linked()).toEqual(['b']);
      expect(await expired(20, 9)).toEqual(['c']);
      expect(await store.read((reader) => keysOf(reader.credentials()))).toEqual(['b', 'c', 'k1']);
      expect(await store.read((reader) => reader.keyUsage(1))).toMatchObject([{ key: 'b' }]);
      expect(await changes(store, before)).toEqual([{ type: 'credential', key: 'a', credential: undefined }]);
    });

    test('an instance has settings', async ({ store }) => {
      await store.write((writer) => writer.putInstance(press));
      const settings = () => store.read((reader) => reader.instanceSettings(press));
      expect(await settings()).toEqual({ previewUrl: undefined });
      for (const previewUrl of ['https://example.com/{token}', 'https://example.com/p', undefined]) {
        await store.write((writer) => writer.putInstanceSettings(press, { previewUrl }));
        expect(await settings()).toEqual({ previewUrl });
      }
    });
  });
  describeOpened('the uses of a record', open, (test) => {
    test('are counted, and the first of them named', async ({ store }) => {
      const others = Array.from({ length: 4 }, (_, index) => ({
        ...item,
        alias: undefined,
        id: `n${index}`,
      }));
      const elsewhere = [tag, item, media, category].map((record) => ({ ...record, spaceId: 'app' }));
      await put(store, category, tag, media, ...others, ...elsewhere);
      const uses = (of: RecordKey, most: number) => store.read((reader) => reader.uses(of, most));
      expect(await uses(tag, 3)).toEqual({ total: 4, keys: others.slice(0, 3).map(key) });
      await put(store, { ...plain, id: 'n0' });
      expect(await uses(media, 1)).toEqual({ total: 3, keys: [others[1] ?? item].map(key) });
      expect(await uses({ ...tag, id: 'none' }, 3)).toEqual({ total: 0, keys: [] });
      // In a body it counts like in any other place, once for each record, and in its own space only.
      const body = {
        blocks: [{ type: 'image', mediaId: 'm1' }, { images: [{ mediaId: 'm2' }] }],
        text: '"mediaId":"m3"',
      };
      const document = JSON.stringify({ values: { body, thumbnail: { mediaId: 'm1' } } });
      await put(store, { ...plain, id: 'n0', document }, { ...plain, spaceId: 'app', id: 'n9', document });
      expect(await uses(media, 1)).toEqual({ total: 4, keys: [{ ...key(item), id: 'n0' }] });
      expect(await uses({ ...media, id: 'm2' }, 9)).toEqual({ total: 1, keys: [{ ...key(item), id: 'n0' }] });
      expect(await uses({ ...media, id: 'm3' }, 9)).toEqual({ total: 0, keys: [] });
      expect(await uses({ ...tag, id: 'm2' }, 9)).toEqual({ total: 0, keys: [] });
      await put(store, { ...plain, id: 'n0' });
      expect(await uses({ ...media, id: 'm2' }, 9)).toEqual({ total: 0, keys: [] });
      await put(store, { ...plain, id: 'n0', document });
      await store.write((writer) => writer.removeRecord({ ...plain, id: 'n0' }));
      expect(await uses({ ...media, id: 'm2' }, 9)).toEqual({ total: 0, keys: [] });
      expect(await uses({ ...tag, projectId: 'none' }, 3)).toEqual({ total: 0, keys: [] });
    });

    test('count a record once, however often it names the other', async ({ store }) => {
      await put(store, media, {
        ...item,
        links: [
          { kind: 'media', id: 'm1' },
          { kind: 'media', id: 'm1' },
        ],
      });
      expect(await store.read((reader) => reader.uses(media, 5))).toEqual({ total: 1, keys: [key(item)] });
    });
  });
}

function describeKeeping(open: OpenHarness): void {
  describeOpened('what is not in the change log', open, (test) => {
    test('is stored although no change is logged, and moves no bookmark', async ({ store, another }) => {
      const before = await store.bookmark();
      await store.write((writer) => writer.putOperator(ken));
      await store.write((writer) => writer.addAudit({ at: 1, by: 'ken', action: 'a', target: 't' }));
      await store.write((writer) => writer.addKeyUsage([{ key: 'k', day: 1, requests: 1, lastUsedAt: 1 }]));
      expect(await store.bookmark()).toEqual(before);
      expect(await store.changesAfter(before, async () => {})).toBe('same');
      await (await another()).read(async (reader) => {
        expect(await reader.operators()).toEqual([ken]);
        expect(await reader.audit({ most: 5 })).toHaveLength(1);
        expect(await reader.keyUsage(1)).toHaveLength(1);
      });
    });

    test('is not stored if the transaction fails, is a dry run, or would break a rule', async ({ store }) => {
      const all = async (fails: boolean) =>
        store.write(
          async (writer) => {
            await writer.putOperator(ken);
            await writer.putAuthToken(token);
            await writer.addAudit(...entries);
            await writer.addKeyUsage([{ key: 'k', day: 1, requests: 1, lastUsedAt: 1 }]);
            if (fails) throw new Error('no');
          },
          { dryRun: true },
        );
      await all(false);
      await expect(all(true)).rejects.toThrow('no');
      const broken = store.write(async (writer) => {
        await writer.putOperator(ken);
        await writer.putRecord(item);
      });
      await expect(broken).rejects.toBeInstanceOf(IntegrityError);
      await store.read(async (reader) => {
        expect(await reader.operators()).toEqual([]);
        expect(await reader.authToken('aa')).toBeUndefined();
        expect(await reader.audit({ most: 5 })).toEqual([]);
        expect(await reader.keyUsage(9)).toEqual([]);
        expect(await reader.bookmark()).toEqual(beginning);
      });
    });

    test('is written by two without a loss', async ({ store, another }) => {
      const stores = [store, await another()];
      const usage = { key: 'k', day: 1, requests: 1, lastUsedAt: 1 };
      const works = Array.from({ length: 10 }, (_, at) =>
        stores[at % 2]?.write(async (writer) => {
          await writer.addKeyUsage([{ ...usage, lastUsedAt: at }]);
          await writer.addAudit({ at, by: 'ken', action: 'a', target: `${at}` });
        }),
      );
      await Promise.all(works);
      expect(await store.read((reader) => reader.keyUsage(1))).toEqual([
        { ...usage, requests: 10, lastUsedAt: 9 },
      ]);
      const numbers = (await store.read((reader) => reader.audit({ most: 20 }))).map(({ number }) => number);
      expect(numbers).toHaveLength(10);
      expect(numbers).toEqual([...new Set(numbers)].toSorted((one, other) => other - one));
    });
  });
}
