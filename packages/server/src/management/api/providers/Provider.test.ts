import { expect, test } from 'bun:test';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { displayNameOf, isTwoFactor, labelOf, newOperatorId, rolesOf, subjectOf } from './claims.ts';
import { ProvidersError, readProviders } from './Provider.ts';

const acme = {
  ...{ id: 'acme', name: 'Acme staff', issuer: 'https://id.acme.test/realms/staff' },
  clientId: 'newsstand',
};

/** The providers in a file, or what is wrong with it. */
async function read(content: unknown, more: Readonly<Record<string, string>> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'newsstand-test-'));
  try {
    const path = join(folder, 'oidc.json');
    await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content));
    for (const [name, text] of Object.entries(more)) await writeFile(join(folder, name), text);
    return await readProviders(path).catch((error: unknown) => {
      if (!(error instanceof ProvidersError)) throw error;
      return error.faults.map((fault) => fault.replaceAll(folder, '.'));
    });
  } finally {
    await rm(folder, { recursive: true });
  }
}

test('a file of providers is read with the secrets that it names', async () => {
  const whole = {
    ...{ ...acme, scopes: ['openid', 'groups'], userinfo: true, createsAccounts: true, logout: true },
    roles: {
      claim: ['realm_access', 'roles'],
      map: { press: [{ projectId: 'acme', spaceId: 'web', role: 'editor' }] },
    },
    ...{ defaultRoles: [{ projectId: 'acme', role: 'viewer' }], emailDomains: ['acme.test'] },
    isSecondFactor: { amr: ['mfa'] },
  };
  const google = {
    id: 'g',
    name: 'Google',
    issuer: 'https://accounts.google.com',
    clientId: 'x',
    clientSecret: 'y',
  };
  const providers = [{ ...whole, clientSecretFile: 'secret' }, google];
  expect(await read({ providers }, { secret: ' s3cret\n' })).toEqual([
    { ...whole, clientSecret: 's3cret' },
    google,
  ]);
  const local = { ...acme, issuer: 'http://localhost:8080/realms/x' };
  expect(await read({ providers: [local] })).toEqual([local]);
});

test('the examples in the docs are such files', async () => {
  const page = await Bun.file(join(import.meta.dir, '../../../../../../docs/signing-in.md')).text();
  const examples = [...page.matchAll(/^```json\n(.*?)^```$/gms)].map(([, text = '']) => text);
  expect(examples).toHaveLength(3);
  for (const example of examples) {
    const name = /"clientSecretFile": "([^"]+)"/.exec(example)?.[1] ?? '';
    expect(await read(example, { [name]: 'secret' })).toEqual([
      expect.objectContaining({ clientSecret: 'secret' }),
    ]);
  }
});

test.each([
  ['{"providers": [{"clientSecret": "hidden"', ['./oidc.json: is not JSON']],
  [{ providers: [{ ...acme, clientSecretFile: 'gone' }] }, ['./oidc.json: ./gone does not exist']],
  [{ providers: [acme, acme] }, [/id of its own/, /same issuer/]],
  [
    { providers: [{ ...acme, secret: 'x' }] },
    [/^\.\/oidc\.json: providers\[0\]: Unrecognized key: "secret"$/],
  ],
  [
    { providers: [{ ...acme, issuer: 'http://id.acme.test' }] },
    [/providers\[0\]\.issuer: must be an https URL/],
  ],
  [{ providers: [{ ...acme, issuer: 'https://id.acme.test/?a=b' }] }, [/issuer: must be an https URL/]],
  [{ providers: [{ ...acme, id: 'A/b' }] }, [/id: must be 1 to 40 of a-z, 0-9 and -/]],
  [{ providers: [{ ...acme, scopes: ['email'] }] }, [/scopes: must include openid/]],
  [{ providers: [{ ...acme, isSecondFactor: {} }] }, [/isSecondFactor/]],
  [{ providers: [{ ...acme, clientSecret: 'a', clientSecretFile: 'b' }] }, [/not both/]],
  [
    { providers: [{ ...acme, roles: { claim: 'g', map: { a: [{ projectId: 'acme', role: 'boss' }] } } }] },
    [/providers\[0\]\.roles\.map\.a\[0\]\.role: /],
  ],
  [
    { providers: [{ ...acme, defaultRoles: [{ projectId: '*', spaceId: 'a', role: 'owner' }] }] },
    [/defaultRoles/],
  ],
])('a wrong file is refused: %j', async (content, expected) => {
  const faults = await read(content);
  expect(faults).toHaveLength(expected.length);
  for (const [index, fault] of expected.entries()) expect(faults[index]).toMatch(fault);
  expect(JSON.stringify(faults)).not.toContain('hidden');
});

test('claims of any type give roles only as they are mapped', () => {
  const editor = { projectId: 'acme', role: 'editor' } as const;
  const provider = { ...acme, roles: { claim: 'https://acme.test/groups', map: { press: [editor] } } };
  const rolesBy = (value: unknown) => rolesOf(provider, { 'https://acme.test/groups': value });
  expect(rolesBy('press')).toEqual([editor]);
  expect(rolesBy(['other', 'press', 'press'])).toEqual([editor]);
  for (const odd of [
    undefined,
    null,
    7,
    {},
    { press: true },
    [['press']],
    'press,other',
    'toString',
    ['__proto__'],
  ])
    expect(rolesBy(odd)).toEqual([]);
  expect(rolesBy(Array.from({ length: 20_000 }, (_, index) => `g${index}`))).toEqual([]);
  const nested = { ...acme, roles: { claim: ['a', 'b'], map: { press: [editor] } } };
  expect(rolesOf(nested, { a: { b: ['press'] } })).toEqual([editor]);
  expect(rolesOf(nested, { a: 'b', 'a.b': ['press'] })).toEqual([]);
  expect(rolesOf(nested, JSON.parse('{"__proto__": {"a": {"b": ["press"]}}}'))).toEqual([]);
});

test('a provider is a second factor only if its file says so, and its token', () => {
  expect(isTwoFactor(acme, { amr: ['mfa'], acr: '2' })).toBe(false);
  expect(isTwoFactor({ ...acme, isSecondFactor: true }, {})).toBe(true);
  const demanding = { ...acme, isSecondFactor: { acr: ['gold'], amr: ['mfa', 'hwk'] } };
  expect(isTwoFactor(demanding, { acr: 'gold', amr: ['pwd', 'hwk'] })).toBe(true);
  expect(isTwoFactor(demanding, { acr: 'gold', amr: ['pwd'] })).toBe(false);
  expect(isTwoFactor(demanding, { acr: ['gold'], amr: ['mfa'] })).toBe(false);
  expect(isTwoFactor(demanding, { amr: ['mfa'] })).toBe(false);
});

test('names are made of what a provider says, however odd', () => {
  const free = () => false;
  expect(newOperatorId(acme, { sub: '1', email: 'Mia@Acme.test', email_verified: true }, free)).toBe(
    'mia@acme.test',
  );
  expect(
    newOperatorId(acme, { sub: '1', email: 'owner@acme.test', preferred_username: 'Mia Ito' }, free),
  ).toBe('mia-ito');
  expect(newOperatorId(acme, { sub: 'auth0|7' }, free)).toBe('acme-auth0-7');
  expect(newOperatorId(acme, { preferred_username: '美亜' }, free)).toBe('acme');
  expect(newOperatorId(acme, { preferred_username: 'x'.repeat(9999) }, free)).toHaveLength(100);
  const taken = ['mia', 'mia-2'];
  expect(newOperatorId(acme, { preferred_username: 'mia' }, (name) => taken.includes(name))).toBe('mia-3');
  expect(displayNameOf({ sub: '1', name: ` M${String.fromCharCode(0)}a\ud800 ` })).toBe('M a\ufffd');
  expect(displayNameOf({ sub: '1', name: '😀'.repeat(9999) }).length).toBeLessThanOrEqual(100);
  expect(labelOf({ sub: '1', email: 7, name: {} })).toBe('1');
  for (const sub of [undefined, 7, '', 'x'.repeat(256), 'a\nb', ['a']])
    expect(subjectOf({ sub })).toBeUndefined();
});
