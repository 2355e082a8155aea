import { expect, test } from 'bun:test';
import { inStoreFolder } from '../../../../tests/inStoreFolder.ts';
import { outcomeHere } from '../../../../tests/runHere.ts';
import { openStore } from '../store/openStore.ts';

test('the access policy and lost factors by the command line, which the audit log names', async () => {
  await inStoreFolder(async (folder) => {
    const env = { NEWSSTAND_DATA: folder };
    const run = (...words: string[]) => outcomeHere(words, env);
    await run('operator', 'invite', 'ken', '--role', 'owner');
    expect((await run('access', 'show')).stdout).toBe(
      'Roles that need a second factor: none\nPasswords: on\n',
    );
    const set = await run('access', 'set', '--second-factor', 'owner,editor,owner');
    expect(set).toMatchObject({
      code: 0,
      stdout: 'Roles that need a second factor: owner, editor\nPasswords: on\n',
    });
    const shown = await run('access', 'show', '--json');
    expect(JSON.parse(shown.stdout)).toMatchObject({ secondFactorRoles: ['owner', 'editor'] });
    expect((await run('access', 'set', '--second-factor', 'boss')).stderr).toContain(
      'must be none, or some of viewer, writer, editor, owner with commas',
    );
    expect((await run('access', 'set')).code).toBe(2);

    const store = await openStore(`sqlite:${folder}/newsstand.db`);
    const about = { operatorId: 'ken', createdAt: 1 };
    await store.write(async (writer) => {
      await writer.putFactor({ ...about, factorId: 'a', type: 'totp', secret: 'A', lastStep: 1 });
      await writer.putFactor({ ...about, factorId: 'r', type: 'recovery' });
      await writer.putAuthToken({ ...about, sha256: 's', id: 's', type: 'session' });
      await writer.putAuthToken({ ...about, sha256: 't', id: 't', type: 'token' });
    });
    expect((await run('operator', 'list')).stdout).toMatch(/SECOND FACTOR .*\nken .* set/);
    expect((await run('operator', 'reset-factors', 'mia')).stderr).toContain('there is no operator mia');
    expect((await run('operator', 'reset-factors', 'ken')).code).toBe(0);
    await store.read(async (reader) => {
      expect(await reader.factors('ken')).toEqual([]);
      expect((await reader.authTokens('ken')).map(({ type }) => type)).not.toContain('session');
      expect(await reader.authToken('t')).toBeDefined();
      const actions = (await reader.audit({ most: 2 })).map(({ action, by }) => `${action} ${by}`);
      expect(actions).toEqual(['factor.reset command line', 'access.change command line']);
    });
    expect((await run('access', 'set', '--second-factor', 'none')).stdout).toStartWith(
      'Roles that need a second factor: none\n',
    );
    const off = ['access', 'set', '--passwords', 'off'];
    expect((await run(...off)).stderr).toContain('no owner of all projects has a passkey or an account');
    expect((await run(...off, '--force')).stdout).toEndWith('none\nPasswords: off\n');
    expect((await run('access', 'set', '--second-factor', 'owner')).stdout).toEndWith('Passwords: off\n');
    expect((await run('access', 'set', '--passwords', 'on')).stdout).toEndWith('owner\nPasswords: on\n');
    const identity = { factorId: 'i', type: 'identity', provider: 'p', issuer: 'i', subject: 's' } as const;
    await store.write((writer) => writer.putFactor({ ...about, ...identity, name: 'Ken' }));
    expect((await run(...off)).stdout).toEndWith('Passwords: off\n');
    await store.close();
  });
});
