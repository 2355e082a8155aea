import { describe, expect, test } from 'bun:test';
import { operator } from '@newsstand/contract/manage';
import { z } from 'zod';
import { inStoreFolder } from '../../../../tests/inStoreFolder.ts';
import { type Outcome, runNewsstand } from '../../../../tests/newsstandProcess.ts';
import { outcomeHere } from '../../../../tests/runHere.ts';
import { sha256Of } from '../management/api/operators/authTokens.ts';
import { openStore } from '../store/openStore.ts';
import type { StoreReader } from '../store/Store.ts';

type Run = (words: readonly string[], stdin?: string) => Promise<Outcome>;

/** Runs `operator` commands on a store of their own. */
function withOperators(
  work: (run: Run, read: typeof readOf, env: Readonly<Record<string, string>>) => Promise<void>,
  more: Record<string, string> = {},
) {
  return inStoreFolder(async (folder) => {
    const env = { NEWSSTAND_DATA: folder, ...more };
    const run: Run = (words, stdin) =>
      outcomeHere(['operator', ...words], env, stdin === undefined ? {} : { stdin });
    await work(run, (reading) => readOf(reading, folder), env);
  });
}

async function readOf<T>(reading: (reader: StoreReader) => Promise<T>, folder = ''): Promise<T> {
  const store = await openStore(`sqlite:${folder}/newsstand.db`);
  try {
    return await store.read(reading);
  } finally {
    await store.close();
  }
}

describe('operators by the command line', () => {
  test('are invited with an e-mail address, which is used without a link', () =>
    withOperators(async (run, read) => {
      const invite = (email: string) => run(['invite', 'ken', '--role', 'editor', '--email', email]);
      const refused = await invite('ken@example.com\nBcc: eve@example.com');
      expect(refused).toMatchObject({ code: 2, stdout: '' });
      expect(refused.stderr).toContain('--email must be an e-mail address');
      expect((await invite('ken@example.com')).code).toBe(0);
      const stored = await read((reader) => reader.operator('ken'));
      expect([stored?.email, stored?.unconfirmedEmail]).toEqual(['ken@example.com', undefined]);
      expect(await read((reader) => reader.pendingMails())).toBeUndefined();
    }));

  test('are erased, even after they were removed, and their sessions listed and ended', async () => {
    await inStoreFolder(async (folder) => {
      const run = (...words: string[]) => outcomeHere(['operator', ...words], { NEWSSTAND_DATA: folder });
      await run('invite', 'ken', '--role', 'editor');
      await run('invite', 'mia', '--role', 'editor');
      const store = await openStore(`sqlite:${folder}/newsstand.db`);
      const session = {
        type: 'session',
        operatorId: 'ken',
        createdAt: Date.now(),
        address: '192.0.2.1',
      } as const;
      await store.write(async (writer) => {
        for (const id of ['s1', 's2', 's3']) await writer.putAuthToken({ ...session, id, sha256: id });
      });
      await store.close();
      expect((await run('sessions', 'ken')).stdout).toMatch(/SESSION.*\ns1 +unknown .*192\.0\.2\.1/);
      expect(JSON.parse((await run('sessions', 'ken', '--json')).stdout)).toHaveLength(3);
      expect((await run('sessions', 'ken', '--end', 's2')).stderr).toBe('One session has ended.\n');
      expect((await run('sessions', 'ken', '--end', 's2')).stderr).toContain('ken has no session s2');
      expect((await run('sessions', 'ken', '--end', 's1', '--end-all')).code).toBe(2);
      expect((await run('sessions', 'ken', '--end-all')).stderr).toBe('2 sessions have ended.\n');
      expect((await run('sessions', 'ken')).stderr).toBe('ken is not signed in anywhere.\n');
      expect((await run('remove', 'ken')).code).toBe(0);
      const erased = await run('remove', 'ken', '--erase');
      expect(erased.stderr).toMatch(/^The operator ken is removed.* former operator [0-9a-f]{4} /);
      expect((await run('remove', 'ken', '--erase')).stderr).toContain('there is no operator ken');
      expect((await run('remove', 'mia', '--erase')).code).toBe(0);
      const audit = await readOf((reader) => reader.audit({ most: 20 }), folder);
      expect(JSON.stringify(audit)).not.toMatch(/ken|mia/);
      expect(audit.map(({ action }) => action).filter((action) => action === 'operator.erase')).toHaveLength(
        2,
      );
    });
  });

  test('get tokens for scripts, which are shown once and kept as hashes', async () => {
    await withOperators(async (run, read) => {
      await run(['invite', 'ken', '--role', 'owner']);
      const made = await run(['token', 'ken', '--name', 'nightly', '--expires', '90d']);
      expect({ code: made.code, stderr: made.stderr }).toEqual({
        code: 0,
        stderr: 'This token has the same permissions as ken. It is shown only once.\n',
      });
      expect(made.stdout).toMatch(/^nst_[\w-]{43}\n$/);
      const kept = await read((reader) => reader.authToken(sha256Of(made.stdout.trim())));
      expect(kept).toMatchObject({ type: 'token', operatorId: 'ken', name: 'nightly' });
      expect((kept?.expiresAt ?? 0) - (kept?.createdAt ?? 0)).toBeWithin(89 * 86_400_000, 91 * 86_400_000);
      const [entry] = await read((reader) => reader.audit({ most: 1 }));
      expect(entry).toMatchObject({ action: 'token.create', target: `operators/ken/tokens/${kept?.id}` });
      expect((await run(['token', 'mia', '--name', 'nightly'])).stderr).toContain('there is no operator mia');
      expect((await run(['token', 'ken', '--name', 'x', '--expires', '2001-01-01'])).code).toBe(2);
    });
  });

  test('are invited, get a password, are listed and removed; all of it is in the audit log', async () => {
    await withOperators(async (run, read, env) => {
      const first = await run(['invite', 'Ken@acme.test', '--name', 'Ken 佐藤', '--role', 'owner']);
      expect({ code: first.code, stderr: first.stderr }).toEqual({
        code: 0,
        stderr: expect.stringMatching(
          /^Hand this link to ken@acme.test: it can be used once, until 20.*Z\.\n$/,
        ),
      });
      expect(first.stdout).toMatch(/^http:\/\/127\.0\.0\.1:4001\/console\/welcome#nsi_[\w-]{43}\n$/);
      const [authToken] = await read((reader) => reader.authTokens('ken@acme.test'));
      expect(authToken?.sha256).toBe(sha256Of(first.stdout.trim().split('#')[1] ?? ''));

      const second = await run([
        'invite',
        'mia',
        '--role',
        'editor:acme',
        '--role',
        'viewer:acme',
        '--role',
        'viewer:b',
        '--json',
      ]);
      expect(Object.keys(JSON.parse(second.stdout))).toEqual(['operatorId', 'url', 'expiresAt']);
      expect((await run(['invite', 'mia', '--role', 'owner'])).stderr).toContain(
        'there is an operator mia already',
      );

      // In a process of its own, as users run it.
      const stdin = 'correct horse battery\r\nmore\n';
      const set = await runNewsstand(['operator', 'password', 'ken@acme.test'], { env, stdin });
      expect({ code: set.code, stdout: set.stdout }).toEqual({ code: 0, stdout: '' });
      const ken = await read((reader) => reader.operator('ken@acme.test'));
      expect(await Bun.password.verify('correct horse battery', ken?.passwordHash ?? '')).toBe(true);
      expect(await read((reader) => reader.authTokens('ken@acme.test'))).toEqual([]);

      const listed = z.array(operator).parse(JSON.parse((await run(['list', '--json'])).stdout));
      expect(listed).toMatchObject([
        {
          operatorId: 'ken@acme.test',
          name: 'Ken 佐藤',
          roles: [{ projectId: '*', role: 'owner' }],
          hasPassword: true,
        },
        {
          ...{ operatorId: 'mia', name: 'mia', hasPassword: false },
          roles: [
            { projectId: 'acme', role: 'editor' },
            { projectId: 'b', role: 'viewer' },
          ],
        },
      ]);
      const table = (await run(['list'])).stdout.split('\n');
      expect(table[0]).toMatch(/^OPERATOR +NAME +ROLES +PASSWORD +SECOND FACTOR +LAST SEEN$/);
      expect(table[2]).toMatch(/^mia +mia +editor:acme viewer:b +invited until \S+Z +none$/);

      expect((await run(['remove', 'mia'])).stderr).toBe('The operator mia is removed.\n');
      const last = await run(['remove', 'ken@acme.test']);
      expect([last.code, last.stderr]).toEqual([
        1,
        expect.stringContaining('the last owner of all projects'),
      ]);
      const audit = await read((reader) => reader.audit({ most: 20 }));
      expect(new Set(audit.map(({ by }) => by))).toEqual(new Set(['command line']));
      expect(audit.map(({ action, projectId }) => [action, projectId]).toReversed()).toEqual([
        ['operator.invite', undefined],
        ['operator.invite', 'acme'],
        ['operator.invite', 'b'],
        ['operator.password', undefined],
        ['operator.remove', 'acme'],
        ['operator.remove', 'b'],
      ]);
    });
  });

  test('get new links, at the address that operators use', async () => {
    await withOperators(
      async (run, read) => {
        const first = await run(['invite', 'ken', '--role', 'owner']);
        const second = await run(['link', 'KEN']);
        for (const { stdout } of [first, second])
          expect(stdout).toStartWith('https://console.example.com/console/');
        const authTokens = await read((reader) => reader.authTokens('ken'));
        expect(authTokens.map(({ sha256 }) => sha256)).toEqual([
          sha256Of(second.stdout.trim().split('#')[1] ?? ''),
        ]);
        const glass = await run(['link', 'ken', '--break-glass']);
        expect(glass.stdout).toMatch(/^https:\/\/console\.example\.com\/console\/welcome#nsb_[\w-]{43}\n$/);
        const types = (await read((reader) => reader.authTokens('ken'))).map(({ type }) => type);
        expect(types.toSorted()).toEqual(['breakGlass', 'invitation']);
        const [entry] = await read((reader) => reader.audit({ most: 1 }));
        expect(entry).toMatchObject({ action: 'operator.breakGlass', target: 'operators/ken' });
      },
      { NEWSSTAND_MANAGEMENT_URL: 'https://console.example.com/' },
    );
  });

  test('have roles in places, and tokens with some of them', async () => {
    await withOperators(async (run, read) => {
      await run(['invite', 'ken', '--role', 'editor:acme/web', '--role', 'owner:beta']);
      expect((await run(['list'])).stdout).toContain('editor:acme/web owner:beta');
      const token = ['token', 'ken', '--name', 'nightly', '--expires', '90d'];
      const issued = await run([...token, '--role', 'writer:acme/web/press', '--role', 'viewer:beta']);
      expect([issued.code, issued.stdout, issued.stderr]).toEqual([
        0,
        expect.stringMatching(/^nst_[\w-]{43}\n$/),
        expect.stringContaining('at most writer:acme/web/press viewer:beta'),
      ]);
      const authTokens = await read((reader) => reader.authTokens('ken'));
      expect(authTokens.find(({ type }) => type === 'token')).toMatchObject({
        sha256: sha256Of(issued.stdout.trim()),
        expiresAt: expect.any(Number),
        scopes: [
          { projectId: 'acme', spaceId: 'web', instanceId: 'press', role: 'writer' },
          { projectId: 'beta', role: 'viewer' },
        ],
      });
      const wider = await run([...token, '--role', 'owner:acme/web']);
      expect([wider.code, wider.stdout, wider.stderr]).toEqual([
        2,
        '',
        expect.stringContaining('--role owner:acme/web: ken does not have this role'),
      ]);
      for (const wrong of ['editor:acme/', 'editor:*/web', 'editor:a/b/c/d', 'boss:acme'])
        expect((await run([...token, '--role', wrong])).stderr).toContain(`--role ${wrong}: must be`);
    });
  });

  test('errors are reported, without the password', async () => {
    await withOperators(async (run) => {
      expect((await run(['list'])).stderr).toBe(
        'There are no operators yet; create one with newsstand operator invite.\n',
      );
      const wrong: [string[], number, string][] = [
        [['invite', 'a b', '--role', 'owner'], 2, 'the operator must be 1 to 128 letters'],
        [['invite', 'ken'], 2, "required option '--role <role>'"],
        [['invite', 'ken', '--role', 'boss'], 2, '--role boss: must be viewer, writer, editor, owner'],
        [['invite', 'ken', '--role', 'owner:a b'], 2, '--role owner:a b: must be'],
        [['invite', 'ken', '--role', 'owner', '--name', ' '], 2, '--name must be'],
        [['invite', 'ken', '--role', 'owner', '--management-port', '0'], 2, 'say where the console is'],
        [['link', 'ken'], 1, 'there is no operator ken; newsstand operator list shows all'],
        [['remove', 'ken'], 1, 'there is no operator ken'],
        [['password', 'ken'], 2, 'the password must be at least 12 characters'],
      ];
      for (const [words, code, message] of wrong) {
        const outcome = await (words[0] === 'password' ? run(words, 'hunter2\n') : run(words));
        expect(outcome).toEqual({ code, stdout: '', stderr: expect.stringContaining(message) });
        expect(outcome.stderr).not.toContain('hunter2');
      }
      const unknown = await run(['password', 'ken'], 'correct horse battery');
      expect([unknown.code, unknown.stderr.includes('horse')]).toEqual([1, false]);
    });
  });
});
