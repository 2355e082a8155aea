import { expect, test } from 'bun:test';
import { issuedKey, key, type RoleGrant } from '@newsstand/contract/manage';
import { z } from 'zod';
import type { KeyUsage } from '../../../store/Admin.ts';
import { explorerHandlers } from '../service/explorerHandlers.ts';
import { refusalOf, type TestApi, withApi } from '../testing/withApi.ts';
import { keyHandlers } from './keyHandlers.ts';

const people: Readonly<Record<string, readonly RoleGrant[]>> = {
  boss: [{ projectId: '*', role: 'owner' }],
  ann: [{ projectId: 'a', role: 'owner' }],
  ed: [{ projectId: 'a', role: 'editor' }],
  vi: [{ projectId: 'a', role: 'viewer' }],
  both: [
    { projectId: 'a', role: 'owner' },
    { projectId: 'b', role: 'viewer' },
  ],
  bea: [{ projectId: 'b', role: 'owner' }],
};

type Ask = (who: string, method: string, path: string, body?: unknown) => Promise<Response>;

/** An api with these people; `pending` is what was counted and not written. */
async function inKeyOffice(work: (ask: Ask, api: TestApi, pending: KeyUsage[]) => Promise<void>) {
  const pending: KeyUsage[] = [];
  await withApi(
    async (api) => {
      for (const [who, roles] of Object.entries(people)) await api.addOperator(who, roles);
      const ask: Ask = async (who, method, path, body) =>
        api.ask(path, { method, cookie: await api.sessionOf(who), body });
      await work(ask, api, pending);
      expect(api.errors).toEqual([]);
    },
    { handlers: (context) => keyHandlers(context, () => pending) },
  );
}

const order = (...projectIds: readonly string[]) => ({
  name: projectIds.join(' and '),
  grants: projectIds.map((projectId) => ({ projectId })),
});

async function created(ask: Ask, who: string, ...projectIds: readonly string[]) {
  const response = await ask(who, 'POST', '/keys', order(...projectIds));
  expect(response.status).toBe(201);
  return issuedKey.parse(await response.json());
}

async function listed(ask: Ask, who: string) {
  return z.array(key).parse(await (await ask(who, 'GET', '/keys')).json());
}

test('a key is created by an owner of everything it grants, and visible only to operators who can see all of that', async () => {
  await inKeyOffice(async (ask, api) => {
    for (const [who, ...projectIds] of [
      ['ed', 'a'],
      ['vi', 'a'],
      ['ann', 'b'],
      ['ann', 'a', 'b'],
      ['both', 'a', 'b'],
    ] as const) {
      expect(await refusalOf(await ask(who, 'POST', '/keys', order(...projectIds)))).toBe('403 role_missing');
    }
    api.clock += 1;
    await created(ask, 'ann', 'a');
    api.clock += 1;
    await created(ask, 'bea', 'b');
    api.clock += 1;
    await created(ask, 'boss', 'a', 'b');
    const namesSeenBy = async (who: string) => (await listed(ask, who)).map(({ name }) => name);
    expect(await namesSeenBy('boss')).toEqual(['a and b', 'b', 'a']);
    expect(await namesSeenBy('both')).toEqual(['a and b', 'b', 'a']);
    for (const who of ['ann', 'ed', 'vi']) expect(await namesSeenBy(who)).toEqual(['a']);
    expect(await namesSeenBy('bea')).toEqual(['b']);
  });
});

test('only an owner of all that it reaches changes a key, and whoever may not see it does not learn of it', async () => {
  await inKeyOffice(async (ask) => {
    const one = await created(ask, 'ann', 'a');
    const two = await created(ask, 'boss', 'a', 'b');
    for (const deed of ['rotate', 'revoke']) {
      const attempt = async (who: string, name: string) =>
        refusalOf(await ask(who, 'POST', `/keys/${name}/${deed}`, {}));
      for (const who of ['ed', 'vi']) expect(await attempt(who, one.key)).toBe('403 role_missing');
      expect(await attempt('both', two.key)).toBe('403 role_missing');
      expect(await attempt('ann', two.key)).toBe('404 not_found');
      expect(await attempt('bea', one.key)).toBe('404 not_found');
      expect(await attempt('boss', `nsk_${'1'.repeat(22)}`)).toBe('404 not_found');
    }
  });
});

test('a secret is shown once, rotated with a grace time, and ended for good', async () => {
  await inKeyOffice(async (ask, api) => {
    const made = await created(ask, 'ann', 'a');
    expect(JSON.stringify(await listed(ask, 'ann'))).not.toContain(made.secret);
    const rotate = async (body: object) => ask('ann', 'POST', `/keys/${made.key}/rotate`, body);
    const rotated = issuedKey.parse(await (await rotate({ graceMilliseconds: 5000 })).json());
    expect(rotated.secret).not.toBe(made.secret);
    expect(rotated).toMatchObject({ key: made.key, oldSecretUntil: api.clock + 5000 });
    api.clock += 5000;
    const [later] = await listed(ask, 'ann');
    expect(later?.oldSecretUntil).toBeUndefined();

    const revoke = async () => key.parse(await (await ask('ann', 'POST', `/keys/${made.key}/revoke`)).json());
    const revoked = await revoke();
    expect(revoked).toMatchObject({ state: 'revoked', revokedAt: api.clock });
    api.clock += 1;
    // Again: nothing more happens.
    expect(await revoke()).toEqual(revoked);
    expect(await refusalOf(await rotate({}))).toBe('409 conflict');
    const audit = await api.store.read((reader) => reader.audit({ most: 10 }));
    expect(audit.map(({ by, action, projectId, target }) => [by, action, projectId, target])).toEqual(
      ['key.revoke', 'key.rotate', 'key.create'].map((action) => ['ann', action, 'a', `keys/${made.key}`]),
    );
    expect(JSON.stringify(audit)).not.toContain('nss_');
  });
});

test('invalid members are refused with their path', async () => {
  await inKeyOffice(async (ask, api) => {
    const faultsOf = async (body: object) => {
      const response = await ask('boss', 'POST', '/keys', { ...order('a'), ...body });
      expect(response.status).toBe(400);
      const { errors } = z
        .object({ errors: z.array(z.object({ path: z.string() })) })
        .parse(await response.json());
      return errors.map(({ path }) => path);
    };
    expect(await faultsOf({ name: ' ' })).toEqual(['name']);
    expect(await faultsOf({ name: 'Explorer (ann)' })).toEqual(['name']);
    expect(await faultsOf({ grants: [] })).toEqual(['grants']);
    expect(await faultsOf({ expiresAt: api.clock })).toEqual(['expiresAt']);
  });
});

test('usage sums up stored and pending counts, by day', async () => {
  await inKeyOffice(async (ask, api, pending) => {
    const { key: name } = await created(ask, 'ann', 'a');
    const day = Math.floor(api.clock / 86_400_000);
    const use = (when: number, requests: number, lastUsedAt: number) => ({
      ...{ key: name, day: when, requests, lastUsedAt },
    });
    await api.store.write((writer) => writer.addKeyUsage([use(day - 1, 7, api.clock - 9)]));
    expect(await listed(ask, 'ann')).toMatchObject([{ requestsToday: 0, lastUsedAt: api.clock - 9 }]);
    await api.store.write((writer) => writer.addKeyUsage([use(day, 3, api.clock - 5)]));
    pending.push(use(day, 2, api.clock - 1));
    expect(await listed(ask, 'ann')).toMatchObject([{ requestsToday: 5, lastUsedAt: api.clock - 1 }]);
    api.clock += 86_400_000;
    expect(await listed(ask, 'ann')).toMatchObject([
      { requestsToday: 0, lastUsedAt: api.clock - 86_400_001 },
    ]);
  });
});

test('owners of a project see audit entries of every key for it, including those of the explorer', async () => {
  await withApi(
    async (api) => {
      const projectIds = ['acme', 'beta'];
      for (const projectId of projectIds) {
        await api.store.write((writer) => writer.putSpace({ projectId, spaceId: 'web' }));
      }
      await api.addOperator('vic', [{ projectId: '*', role: 'viewer' }]);
      const cookie = await api.sessionOf('vic');
      const body = { path: '/static/projects/acme/spaces/web/collection/tags' };
      // Nobody listens there, but there is a key from now on.
      expect((await api.ask('/explorer', { method: 'POST', cookie, body })).status).toBe(503);
      for (const projectId of projectIds) {
        const entries = await api.store.read((reader) => reader.audit({ most: 9, projectIds: [projectId] }));
        expect(entries.map(({ action, by }) => `${action} ${by}`)).toEqual(['key.create vic']);
      }
    },
    { handlers: explorerHandlers },
  );
});
