import { expect } from 'bun:test';
import type { AccessPolicy, Factor, Operator } from '../../Admin.ts';
import { describeOpened } from './describeOpened.ts';
import type { OpenHarness } from './OpenHarness.ts';

const ken: Operator = { operatorId: 'ken', name: 'Ken', roles: [], createdAt: 1 };
const kim: Operator = { ...ken, operatorId: 'kim' };
const passkey: Factor = {
  ...{ factorId: 'p1', operatorId: 'ken', type: 'passkey', name: 'Phone 電話 \u0000', createdAt: 2 },
  ...{ publicKey: 'pQ', counter: 4, transports: ['internal', 'hybrid'] },
};
const app: Factor = {
  ...{ factorId: 't1', operatorId: 'ken', type: 'totp', secret: 'ABC', lastStep: 7, createdAt: 1 },
};
const identity: Factor = {
  ...{ factorId: 'i1', operatorId: 'ken', type: 'identity', createdAt: 5, provider: 'acme', lastUsedAt: 6 },
  ...{ issuer: 'https://id.acme.test', subject: 'a|1', name: 'ken@acme.test' },
};
const code: Factor = { factorId: 'r1', operatorId: 'kim', type: 'recovery', createdAt: 3 };

/** Second factors, and the access policy. */
export function describeFactors(open: OpenHarness): void {
  describeOpened('second factors', open, (test) => {
    test('come back as they were put, and are removed once', async ({ store, another }) => {
      await store.write(async (writer) => {
        for (const operator of [ken, kim]) await writer.putOperator(operator);
        for (const factor of [passkey, app, code, identity]) await writer.putFactor(factor);
      });
      await (await another()).read(async (reader) => {
        expect(await reader.factors('ken')).toEqual([app, passkey, identity]);
        expect(await reader.factors('nobody')).toEqual([]);
        expect(await reader.factor('r1')).toEqual(code);
        expect(await reader.factor('r2')).toBeUndefined();
      });
      const used = { ...passkey, counter: 5, lastUsedAt: 9 };
      await store.write((writer) => writer.putFactor(used));
      expect(await store.read((reader) => reader.factor('p1'))).toEqual(used);
      const twice = [1, 2].map(() => store.write((writer) => writer.removeFactor('r1')));
      expect((await Promise.all(twice)).toSorted()).toEqual([false, true]);
      expect(await store.read((reader) => reader.factors('kim'))).toEqual([]);
    });

    test('belong to an operator, and go with them', async ({ store }) => {
      await expect(store.write((writer) => writer.putFactor(app))).rejects.toThrow();
      await store.write(async (writer) => {
        for (const operator of [ken, kim]) await writer.putOperator(operator);
        for (const factor of [passkey, app, code]) await writer.putFactor(factor);
        // Not even in passing: a change of the operator must not take their factors away.
        await writer.putOperator({ ...ken, name: 'K' });
      });
      expect(await store.read((reader) => reader.factors('ken'))).toHaveLength(2);
      await store.write((writer) => writer.removeOperator('ken'));
      expect(await store.read((reader) => reader.factor('p1'))).toBeUndefined();
      expect(await store.read((reader) => reader.factor('r1'))).toEqual(code);
    });

    test('nobody needs one until a policy says so', async ({ store, another }) => {
      expect(await store.read((reader) => reader.accessPolicy())).toEqual({ secondFactorRoles: [] });
      const policy: AccessPolicy = { secondFactorRoles: ['editor', 'owner'], passwords: false };
      await store.write((writer) => writer.putAccessPolicy({ secondFactorRoles: ['owner'] }));
      await store.write((writer) => writer.putAccessPolicy(policy));
      expect(await (await another()).read((reader) => reader.accessPolicy())).toMatchObject(policy);
    });
  });
}
