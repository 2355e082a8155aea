import { describe, expect, test } from 'bun:test';
import { operator, type RoleGrant } from '@newsstand/contract/manage';
import { z } from 'zod';
import { keyHandlers } from '../keys/keyHandlers.ts';
import { refusalOf, type TestApi, withApi } from '../testing/withApi.ts';

const role = (text: string): RoleGrant => {
  const [name, projectId = '*'] = text.split(':');
  return { role: z.enum(['viewer', 'editor', 'owner']).parse(name), projectId };
};
const roles = (...texts: string[]) => texts.map(role);
const hash = 'a hash';

/** Ann owns everything, Bo acme, Cy edits acme and views beta, Di owns beta. */
const withPeople = (work: (api: TestApi, as: (name: string) => Promise<string>) => Promise<void>) =>
  withApi(
    async (api) => {
      const people = {
        ann: ['owner'],
        bo: ['owner:acme', 'viewer:beta'],
        cy: ['editor:acme', 'viewer:beta'],
        di: ['owner:beta'],
      };
      for (const [operatorId, texts] of Object.entries(people)) {
        const about = { operatorId, name: operatorId, createdAt: 0, passwordHash: hash };
        await api.store.write((writer) => writer.putOperator({ ...about, roles: roles(...texts) }));
      }
      await work(api, (name) => api.sessionOf(name));
      expect(api.errors).toEqual([]);
    },
    { handlers: (context) => keyHandlers(context, () => []) },
  );

const rolesOf = async (api: TestApi, operatorId: string) =>
  (await api.store.read((reader) => reader.operator(operatorId)))?.roles.map(
    ({ role: name, projectId }) => `${name}:${projectId}`,
  );

describe('who sees whom', () => {
  const seen: [string, Record<string, string[]>][] = [
    [
      'ann',
      {
        ann: ['owner:*'],
        bo: ['owner:acme', 'viewer:beta'],
        cy: ['editor:acme', 'viewer:beta'],
        di: ['owner:beta'],
      },
    ],
    ['bo', { bo: ['owner:acme', 'viewer:beta'], cy: ['editor:acme'] }],
    ['cy', { cy: ['editor:acme', 'viewer:beta'] }],
    ['di', { bo: ['viewer:beta'], cy: ['viewer:beta'], di: ['owner:beta'] }],
  ];
  test.each(seen)('%s', async (name, expected) => {
    await withPeople(async (api, as) => {
      const text = await (await api.ask('/operators', { cookie: await as(name) })).text();
      const list = z.array(operator).parse(JSON.parse(text));
      const found = list.map((each) => [
        each.operatorId,
        each.roles.map((grant) => `${grant.role}:${grant.projectId}`),
      ]);
      expect(Object.fromEntries(found)).toEqual(expected);
      expect(text).not.toContain(hash);
    });
  });
});

describe('who may do what to whom', () => {
  type Step = [who: string, method: string, path: string, body: object | undefined, answer: string];
  const some = { operatorId: 'eve', name: 'Eve' };
  const refused: Step[] = [
    ['cy', 'POST', '/operators', { ...some, roles: roles('viewer:acme') }, '403 role_missing'],
    ['bo', 'POST', '/operators', { ...some, roles: roles('viewer:acme', 'viewer:beta') }, '403 role_missing'],
    ['bo', 'POST', '/operators', { ...some, roles: roles('viewer') }, '403 role_missing'],
    ['bo', 'POST', '/operators', { ...some, operatorId: 'di', roles: roles('viewer:acme') }, '409 conflict'],
    ['bo', 'PATCH', '/operators/ann', { roles: roles('viewer:acme') }, '404 not_found'],
    ['bo', 'PATCH', '/operators/di', { roles: roles('viewer:acme') }, '404 not_found'],
    ['bo', 'PATCH', '/operators/nobody', { roles: roles('viewer:acme') }, '404 not_found'],
    ['bo', 'PATCH', '/operators/bo', { roles: roles('owner') }, '403 role_missing'],
    ['bo', 'PATCH', '/operators/bo', { roles: roles('owner:acme', 'owner:beta') }, '403 role_missing'],
    ['bo', 'PATCH', '/operators/cy', { name: 'C' }, '403 role_missing'],
    ['cy', 'PATCH', '/operators/cy', { roles: roles('owner:acme') }, '403 role_missing'],
    ['cy', 'PATCH', '/operators/bo', { name: 'B' }, '403 role_missing'],
    // Whoever could send a link to someone could be that one.
    ['bo', 'POST', '/operators/cy/invitation', undefined, '403 role_missing'],
    ['bo', 'POST', '/operators/ann/invitation', undefined, '404 not_found'],
    ['cy', 'POST', '/operators/cy/invitation', undefined, '403 role_missing'],
    ['bo', 'DELETE', '/operators/ann', undefined, '404 not_found'],
    ['cy', 'DELETE', '/operators/cy', undefined, '403 role_missing'],
    ['ann', 'DELETE', '/operators/ann', undefined, '409 conflict'],
    ['ann', 'PATCH', '/operators/ann', { roles: roles('owner:acme') }, '409 conflict'],
    ['ann', 'PATCH', '/operators/cy', { roles: [] }, '400 invalid_body'],
    ['ann', 'PATCH', '/operators/cy', { rolls: [] }, '400 invalid_body'],
  ];

  test('a refused request changes nothing', async () => {
    await withPeople(async (api, as) => {
      const everyone = () => api.store.read((reader) => reader.operators());
      const before = await everyone();
      for (const [who, method, path, body, answer] of refused) {
        const response = await api.ask(path, { method, body, cookie: await as(who) });
        expect([who, method, path, await refusalOf(response)]).toEqual([who, method, path, answer]);
      }
      expect(await everyone()).toEqual(before);
      expect(await api.store.read((reader) => reader.audit({ most: 9 }))).toEqual([]);
    });
  });

  test('an owner of a project changes roles in it, and no others', async () => {
    await withPeople(async (api, as) => {
      const ask = async (method: string, path: string, body?: object) =>
        (await api.ask(path, { method, body, cookie: await as('bo') })).status;
      expect(await ask('PATCH', '/operators/cy', { roles: roles('owner:acme', 'viewer:acme') })).toBe(200);
      expect(await rolesOf(api, 'cy')).toEqual(['viewer:beta', 'owner:acme']);
      expect(await ask('DELETE', '/operators/cy')).toBe(204);
      expect(await rolesOf(api, 'cy')).toEqual(['viewer:beta']);
      expect(await ask('POST', '/operators', { ...some, roles: roles('editor:acme') })).toBe(201);
      expect(await ask('PATCH', '/operators/eve', { name: 'Eva' })).toBe(200);
      expect(await ask('POST', '/operators/EVE/invitation')).toBe(201);
      expect(await ask('DELETE', '/operators/eve')).toBe(204);
      expect(await rolesOf(api, 'eve')).toBeUndefined();
      expect(await api.store.read((reader) => reader.authTokens('eve'))).toEqual([]);
      // The name of oneself is one's own.
      expect(await ask('PATCH', '/operators/bo', { name: 'Bo B.' })).toBe(200);
      const audit = await api.store.read((reader) => reader.audit({ most: 20, projectIds: ['acme'] }));
      expect(audit.map(({ action, target }) => `${action} ${target}`).toReversed()).toEqual([
        'operator.change operators/cy',
        'operator.remove operators/cy',
        'operator.invite operators/eve',
        'operator.change operators/eve',
        'operator.link operators/eve',
        'operator.remove operators/eve',
        'operator.change operators/bo',
      ]);
    });
  });

  test('an owner takes away the roles of a provider that is gone, within what they own', async () => {
    await withPeople(async (api, as) => {
      const provider = 'gone';
      await api.store.write(async (writer) => {
        const cy = await writer.operator('cy');
        const given = roles('owner:acme', 'owner:beta').map((grant) => ({ ...grant, provider }));
        if (cy) await writer.putOperator({ ...cy, roles: [...roles('viewer:acme'), ...given] });
      });
      const body = { roles: roles('viewer:acme') };
      const changed = await api.ask('/operators/cy', { method: 'PATCH', cookie: await as('bo'), body });
      expect(changed.status).toBe(200);
      expect(await rolesOf(api, 'cy')).toEqual(['owner:beta', 'viewer:acme']);
    });
  });

  test('an owner of all projects can be removed if there is another one with a password', async () => {
    await withPeople(async (api, as) => {
      const cookie = await as('ann');
      const remove = async () => (await api.ask('/operators/ann', { method: 'DELETE', cookie })).status;
      await api.addOperator('flo', roles('owner'));
      expect(await remove()).toBe(409);
      await api.store.write((writer) =>
        writer.putOperator({
          operatorId: 'flo',
          name: 'Flo',
          roles: roles('owner'),
          createdAt: 0,
          passwordHash: hash,
        }),
      );
      expect(await remove()).toBe(204);
      expect((await api.ask('/session', { cookie })).status).toBe(401);
    });
  });

  test('a change without effect is not audited', async () => {
    await withPeople(async (api, as) => {
      const body = { name: 'cy', roles: roles('editor:acme', 'viewer:beta') };
      const response = await api.ask('/operators/cy', { method: 'PATCH', body, cookie: await as('ann') });
      expect(response.status).toBe(200);
      expect(await api.store.read((reader) => reader.audit({ most: 9 }))).toEqual([]);
    });
  });
});

test('a name is nothing that a terminal obeys', async () => {
  await withPeople(async (api, as) => {
    const cookie = await as('ann');
    const grants = [{ projectId: 'acme' }];
    const orders: [string, string, object][] = [
      ['PATCH', '/operators/ann', {}],
      ['POST', '/operators', { operatorId: 'eve', roles: roles('viewer:acme') }],
      ['POST', '/session/tokens', {}],
      ['POST', '/keys', { grants }],
    ];
    for (const [method, path, rest] of orders) {
      for (const name of ['\x1b[2J', 'two\nlines', 'a\u009bb', '\0']) {
        const answer = await api.ask(path, { method, cookie, body: { ...rest, name } });
        expect(await answer.json()).toMatchObject({
          errors: [{ path: 'name', message: 'must not hold control characters' }],
        });
      }
    }
  });
});

test('each role says who gave it and when, until they are removed', async () => {
  await withPeople(async (api, as) => {
    const ask = async (name: string, method: string, path: string, body: object) =>
      api.ask(`/operators${path}`, { method, cookie: await as(name), body });
    const given = async () => (await api.store.read((reader) => reader.operator('eve')))?.roles;
    const press: RoleGrant = { projectId: 'acme', spaceId: 'web', instanceId: 'press', role: 'writer' };
    const order = { operatorId: 'eve', name: 'Eve', roles: [press] };
    expect((await ask('bo', 'POST', '', order)).status).toBe(201);
    const first = { ...press, givenBy: 'bo', givenAt: api.clock };
    expect(await given()).toEqual([first]);
    api.clock += 1000;
    const beta: RoleGrant = { projectId: 'beta', role: 'viewer' };
    expect((await ask('ann', 'PATCH', '/eve', { roles: [press, beta] })).status).toBe(200);
    const second = { ...beta, givenBy: 'ann', givenAt: api.clock };
    expect(await given()).toEqual([first, second]);
    const shown = await api.ask('/operators', { cookie: await as('ann') });
    expect(z.array(operator).parse(await shown.json())).toContainEqual(
      expect.objectContaining({ operatorId: 'eve', roles: [first, second] }),
    );
    // What is said of it cannot be forged.
    expect((await ask('ann', 'PATCH', '/eve', { roles: [first] })).status).toBe(400);
    expect((await ask('ann', 'DELETE', '/bo', {})).status).toBe(204);
    expect(await given()).toEqual([{ ...press, givenAt: first.givenAt }, second]);
  });
});
