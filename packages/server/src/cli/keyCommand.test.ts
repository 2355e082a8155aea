import { describe, expect, test } from 'bun:test';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { bytesOf } from '../../../../tests/databaseBytes.ts';
import { inStoreFolder } from '../../../../tests/inStoreFolder.ts';
import type { Outcome } from '../../../../tests/newsstandProcess.ts';
import { outcomeHere } from '../../../../tests/runHere.ts';
import { openStore } from '../store/openStore.ts';

type Key = (...words: string[]) => Promise<Outcome>;

/** Runs `key` commands on a store of their own. */
function withKeys<T>(work: (key: Key, folder: string) => Promise<T>) {
  return inStoreFolder((folder) =>
    work((...words) => outcomeHere(['key', ...words], { NEWSSTAND_DATA: folder }), folder),
  );
}

async function storedCredentials(folder: string) {
  const store = await openStore(`sqlite:${folder}/newsstand.db`);
  const credentials = await store.read((reader) => reader.credentials());
  await store.close();
  return credentials;
}

async function auditOf(folder: string): Promise<readonly string[]> {
  const store = await openStore(`sqlite:${folder}/newsstand.db`);
  const entries = await store.read((reader) => reader.audit({ most: 10 }));
  await store.close();
  return entries
    .map(({ action, by, projectId, target }) => `${action} ${by} ${projectId} ${target}`)
    .toReversed();
}

const sha256 = (secret: string) => createHash('sha256').update(secret).digest('hex');

describe('key create', () => {
  test('prints key and secret, and keeps the hash only', async () => {
    await withKeys(async (key, folder) => {
      const before = Date.now();
      const words = [
        '--name',
        'site',
        '--project',
        'acme',
        '--space',
        'web',
        '--preview',
        '--expires',
        '1d',
        '--json',
      ];
      const { code, stdout, stderr } = await key('create', ...words);
      expect(code).toBe(0);
      const issued = JSON.parse(stdout);
      expect(Object.keys(issued)).toEqual(['key', 'secret']);
      expect(issued.key).toMatch(/^nsk_[A-Za-z0-9]{22}$/);
      expect(issued.secret).toMatch(/^nss_[A-Za-z0-9_-]{43}$/);
      expect(stderr).toBe('note: acme/web does not exist yet; the key grants access once it does\n');

      const [stored] = await storedCredentials(folder);
      expect(stored).toMatchObject({
        key: issued.key,
        name: 'site',
        grants: [{ projectId: 'acme', spaceId: 'web' }],
        preview: true,
        secrets: [{ sha256: sha256(issued.secret) }],
      });
      expect(stored?.expiresAt).toBeGreaterThanOrEqual(before + 86_400_000);
      expect(bytesOf(`${folder}/newsstand.db`).includes(issued.secret)).toBe(false);
    });
  });

  test('takes several grants, each once', async () => {
    await withKeys(async (key, folder) => {
      await key(
        'create',
        '--name',
        'x',
        '--project',
        'a',
        '--grant',
        'b/c/d',
        '--grant',
        'a',
        '--grant',
        'e/f',
      );
      expect((await storedCredentials(folder))[0]?.grants).toEqual([
        { projectId: 'a' },
        { projectId: 'b', spaceId: 'c', instanceId: 'd' },
        { projectId: 'e', spaceId: 'f' },
      ]);
    });
  });

  test('says nothing about existing places', async () => {
    await withKeys(async (key, folder) => {
      const store = await openStore(`sqlite:${folder}/newsstand.db`);
      await store.write((writer) =>
        writer.putInstance({ app: 'news', projectId: 'a', spaceId: 'b', instanceId: 'c' }),
      );
      await store.close();
      const { stderr } = await key(
        'create',
        '--json',
        '--name',
        'x',
        '--grant',
        'a',
        '--grant',
        'a/b',
        '--grant',
        'a/b/c',
      );
      expect(stderr).toBe('');
    });
  });

  test('shows the secret before it says anything else', async () => {
    await inStoreFolder(async (folder) => {
      const both = join(folder, 'both');
      const words = ['key', 'create', '--name', 'x', '--project', 'nowhere', '--data', folder];
      const command = Bun.which('newsstand', { PATH: join(import.meta.dir, '../../../../bin') }) ?? '';
      const child = Bun.spawn(['sh', '-c', `exec "$@" > '${both}' 2>&1`, 'sh', command, ...words]);
      expect(await child.exited).toBe(0);
      const lines = (await Bun.file(both).text()).split('\n');
      expect(lines.findIndex((line) => line.startsWith('secret  nss_'))).toBe(1);
      expect(lines.findIndex((line) => line.startsWith('note: nowhere does not exist'))).toBeGreaterThan(1);
    });
  });

  test('for people: the secret on standard output only', async () => {
    await withKeys(async (key) => {
      const { stdout, stderr } = await key('create', '--name', 'x', '--project', 'a');
      expect(stdout).toMatch(/^key {5}nsk_\w{22}\nsecret {2}nss_[\w-]{43}\n$/);
      expect(stderr).not.toContain('nss_');
      expect(stderr).toContain('cannot be shown again');
    });
  });
});

describe('the life of a key', () => {
  test('created, listed, rotated, revoked', async () => {
    await withKeys(async (key, folder) => {
      const first = JSON.parse(
        (await key('create', '--name', 'サイト', '--project', 'acme', '--json')).stdout,
      );
      const before = Date.now();
      const second = JSON.parse((await key('rotate', first.key, '--grace', '1h', '--json')).stdout);
      expect(second.key).toBe(first.key);
      expect(second.secret).not.toBe(first.secret);
      const [rotated] = await storedCredentials(folder);
      expect(rotated?.secrets.map((secret) => secret.sha256)).toEqual([
        sha256(second.secret),
        sha256(first.secret),
      ]);
      expect(rotated?.secrets[0]?.until).toBeUndefined();
      expect(rotated?.secrets[1]?.until).toBeGreaterThanOrEqual(before + 3_600_000);

      expect((await key('revoke', first.key)).code).toBe(0);
      const again = await key('revoke', first.key);
      expect(again.code).toBe(0);
      expect(again.stderr).toContain('was already revoked');
      const refused = await key('rotate', first.key);
      expect(refused.code).toBe(1);
      expect(refused.stderr).toContain('is revoked; create a new one');

      const { stdout } = await key('list', '--json');
      const [listed, ...others] = JSON.parse(stdout);
      expect(others).toEqual([]);
      expect(listed).toMatchObject({
        key: first.key,
        name: 'サイト',
        state: 'revoked',
        grants: [{ projectId: 'acme' }],
        preview: false,
        secrets: 2,
      });
      expect(stdout).not.toContain(sha256(first.secret));
      expect(await auditOf(folder)).toEqual([
        `key.create command line acme keys/${first.key}`,
        `key.rotate command line acme keys/${first.key}`,
        `key.revoke command line acme keys/${first.key}`,
      ]);
    });
  });

  test('a rotation keeps the old secret for a day by default', async () => {
    await withKeys(async (key, folder) => {
      const { key: name } = JSON.parse(
        (await key('create', '--name', 'x', '--project', 'a', '--json')).stdout,
      );
      const before = Date.now();
      await key('rotate', name);
      const until = (await storedCredentials(folder))[0]?.secrets[1]?.until ?? 0;
      expect(until - before).toBeWithin(86_400_000, 86_400_000 + (Date.now() - before) + 1);
      await key('rotate', name, '--grace', '0s');
      expect((await storedCredentials(folder))[0]?.secrets).toHaveLength(1);
    });
  });

  test('an unknown key, or a secret in its place', async () => {
    await withKeys(async (key) => {
      for (const command of ['rotate', 'revoke']) {
        const unknown = await key(command, 'nsk_nobody');
        expect(unknown).toEqual({
          code: 1,
          stdout: '',
          stderr: 'newsstand: there is no key nsk_nobody; newsstand key list shows all keys\n',
        });
        expect((await key(command, 'nss_oops')).stderr).not.toContain('nss_oops');
      }
    });
  });

  test('listed for people', async () => {
    await withKeys(async (key, folder) => {
      const empty = await key('list');
      expect({ code: empty.code, stdout: empty.stdout }).toEqual({ code: 0, stdout: '' });
      expect((await key('list', '--json')).stdout).toBe('[]\n');
      await key(
        'create',
        '--name',
        'site',
        '--grant',
        'acme/web',
        '--grant',
        'acme/app',
        '--expires',
        '2999-01-02',
      );
      const lines = (await key('list')).stdout.split('\n');
      expect(lines[0]).toMatch(/^KEY +NAME +STATE +REACHES +PREVIEW +CREATED +EXPIRES$/);
      expect(lines[1]).toMatch(/^nsk_\w+ +site +active +acme\/web acme\/app +no +\S+ +2999-01-02T00:00Z$/);
      const store = await openStore(`sqlite:${folder}/newsstand.db`);
      const item = {
        kind: 'news',
        projectId: 'acme',
        spaceId: 'web',
        instanceId: 'press',
        id: 'n1',
      } as const;
      const link = { key: 'nsk_link', name: 'preview web/news/press/n1', preview: true, createdAt: 1, item };
      await store.write((writer) => writer.putCredential({ ...link, secrets: [], grants: [] }));
      await store.close();
      expect((await key('list')).stdout.split('\n')).toEqual(lines);
      expect((await key('list', '--json')).stdout).not.toContain('nsk_link');
      expect((await key('list', '--links')).stdout).toMatch(
        /^nsk_link +preview web\/news\/press\/n1 +active/m,
      );
    });
  });
});
