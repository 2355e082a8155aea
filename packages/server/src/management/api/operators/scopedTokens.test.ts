import { expect, test } from 'bun:test';
import { issuedToken, manageRoutes, type RoleGrant, session, token } from '@newsstand/contract/manage';
import { z } from 'zod';
import { bodies, type Newsroom, space, withNewsroom } from '../testing/withNewsroom.ts';

const press = { projectId: 'acme', spaceId: 'web', instanceId: 'press' };
const writer: RoleGrant = { ...press, role: 'writer' };
const item = `${space}/news/instances/press/news/n1`;

/** Asks with the token of somebody, and creates further ones with it. */
function holder({ api }: Newsroom, secret: string) {
  const ask = (method: string, path: string, body?: unknown) =>
    api.ask(path, {
      ...{ method, token: secret, origin: undefined, body },
      headers: { 'if-match': '*' },
    });
  const create = async (order: object) => ask('POST', '/session/tokens', { name: 'child', ...order });
  return { ask, create };
}

async function tokenOf(room: Newsroom, operatorId: string, order: object) {
  const cookie = await room.api.sessionOf(operatorId);
  const body = { name: 'a script', ...order };
  const response = await room.api.ask('/session/tokens', { method: 'POST', cookie, body });
  expect(response.status).toBe(201);
  const issued = issuedToken.parse(await response.json());
  return { ...issued, ...holder(room, issued.token) };
}

test('a token does what both its operator and its scopes allow, at each request', () =>
  withNewsroom(async (room) => {
    const { ask, scopes } = await tokenOf(room, 'boss', { scopes: [writer] });
    expect(scopes).toEqual([writer]);
    expect((await ask('GET', item)).status).toBe(200);
    expect((await ask('PUT', `${item}/next`, bodies.news)).status).toBe(200);
    expect((await ask('PATCH', item, { name: 'Mine' })).status).toBe(403);
    expect((await ask('GET', `${space}/banner/instances/top/banners/b1`)).status).toBe(403);
    expect((await ask('PUT', `${space}/news/instances/blog`)).status).toBe(403);
    expect(await (await ask('GET', '/projects')).json()).toMatchObject([
      { spaces: [{ instances: [{ instanceId: 'press' }] }] },
    ]);
    const { operator } = session.parse(await (await ask('GET', '/session')).json());
    expect(operator.roles).toEqual([writer]);
    // What the operator loses, the token loses.
    await room.api.addOperator('boss', [{ ...press, role: 'viewer' }]);
    expect((await ask('GET', item)).status).toBe(200);
    expect((await ask('PUT', `${item}/next`, bodies.news)).status).toBe(403);
    await room.api.addOperator('boss', [{ projectId: 'beta', role: 'owner' }]);
    expect((await ask('GET', item)).status).toBe(403);
  }));

test('a token without scopes keeps all permissions of its operator', () =>
  withNewsroom(async (room) => {
    const { ask, scopes } = await tokenOf(room, 'ken', {});
    expect(scopes).toBeUndefined();
    expect((await ask('PATCH', item, { name: 'Mine' })).status).toBe(200);
  }));

test('nobody creates a token that is wider or lives longer than what they use for it', () =>
  withNewsroom(async (room) => {
    const { api } = room;
    const expiresAt = api.clock + 1000;
    const { ask, create } = await tokenOf(room, 'boss', { scopes: [writer], expiresAt });
    const refused: readonly object[] = [
      { expiresAt, scopes: [{ projectId: '*', role: 'owner' }] },
      { expiresAt, scopes: [writer, { ...press, role: 'editor' }] },
      { expiresAt, scopes: [{ projectId: 'acme', spaceId: 'web', role: 'viewer' }] },
      { expiresAt: expiresAt + 1, scopes: [writer] },
      { scopes: [writer] },
      { expiresAt, scopes: [] },
      { expiresAt, scopes: [{ projectId: 'acme', instanceId: 'press', role: 'viewer' }] },
    ];
    for (const order of refused) expect([order, (await create(order)).status]).toEqual([order, 400]);
    // Without a word about scopes it gets those of its maker.
    const silent = issuedToken.parse(await (await create({ expiresAt })).json());
    expect(silent.scopes).toEqual([writer]);
    const narrow = await create({ expiresAt, scopes: [{ ...press, role: 'viewer' }] });
    expect(narrow.status).toBe(201);
    const own = holder(room, issuedToken.parse(await narrow.json()).token);
    expect((await own.create({ expiresAt, scopes: [writer] })).status).toBe(400);
    const byKen = await api.ask('/session/tokens', {
      ...{ method: 'POST', cookie: await api.sessionOf('ken') },
      body: { name: 'too much', scopes: [{ projectId: 'acme', role: 'owner' }] },
    });
    expect([byKen.status, await byKen.text()]).toEqual([400, expect.stringContaining('owner:acme')]);
    api.clock = expiresAt;
    expect((await ask('GET', '/session')).status).toBe(401);
  }));

test('a token with scopes reaches neither the account of its operator nor wider tokens', () =>
  withNewsroom(async (room) => {
    const wide = await tokenOf(room, 'boss', {});
    const owner = { projectId: 'acme', role: 'owner' } as const;
    const { ask, tokenId } = await tokenOf(room, 'boss', { scopes: [owner] });
    const listed = z.array(token).parse(await (await ask('GET', '/session/tokens')).json());
    expect(listed.map((each) => each.tokenId)).toEqual([tokenId]);
    expect((await ask('DELETE', `/session/tokens/${wide.tokenId}`)).status).toBe(404);
    const account = manageRoutes.filter(
      ({ path, access }) => path.startsWith('/session/') && access === 'operator' && !path.includes('tokens'),
    );
    expect(account.length).toBeGreaterThan(3);
    for (const { method, path } of account)
      expect([path, (await ask(method, path.replaceAll(/\{\w+\}/g, 'x'))).status]).toEqual([path, 403]);
    await room.api.store.write(async (writer) => {
      const stored = await writer.operator('boss');
      const roles = [...(stored?.roles ?? []), owner];
      if (stored) await writer.putOperator({ ...stored, roles, email: 'boss@acme.test' });
    });
    for (const body of [{ email: null }, { email: 'x@evil.example' }, { name: 'Mallory' }])
      expect((await ask('PATCH', '/operators/boss', body)).status).toBe(409);
    const seen = await (await ask('GET', '/operators')).text();
    expect([seen.includes('"boss"'), seen.includes('"*"')]).toEqual([true, false]);
    // Nor by its operators: neither by a role for itself, nor by a link to a new password.
    const all = { roles: [{ projectId: '*', role: 'owner' }] };
    expect((await ask('PATCH', '/operators/boss', all)).status).toBe(409);
    expect((await ask('POST', '/operators/boss/invitation')).status).toBe(409);
    expect((await ask('DELETE', '/operators/boss')).status).toBe(204);
    expect((await room.api.store.read((reader) => reader.operator('boss')))?.roles).toEqual([
      { projectId: '*', role: 'owner' },
    ]);
    expect((await ask('DELETE', `/session/tokens/${tokenId}`)).status).toBe(204);
    expect((await ask('GET', '/session')).status).toBe(401);
  }));
