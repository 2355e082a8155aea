import { expect, test } from 'bun:test';
import type { RoleGrant } from '@newsstand/contract/manage';
import { z } from 'zod';
import { withApi } from '../testing/withApi.ts';

const names = z.array(z.strictObject({ operatorId: z.string(), name: z.string() }));
const people: Readonly<Record<string, RoleGrant>> = {
  ann: { projectId: '*', role: 'owner' },
  bo: { projectId: 'acme', role: 'editor' },
  cy: { projectId: 'acme', spaceId: 'web', role: 'writer' },
  di: { projectId: 'acme', spaceId: 'shop', role: 'viewer' },
  ed: { projectId: 'beta', role: 'owner' },
};

test('one is told the names of those with a role where one has a role, and of no others', () =>
  withApi(async (api) => {
    for (const [operatorId, role] of Object.entries(people)) {
      const about = { operatorId, name: `The ${operatorId}`, createdAt: 0, passwordHash: 'a hash' };
      await api.store.write((writer) => writer.putOperator({ ...about, roles: [role] }));
    }
    const seenBy = async (operatorId: string) => {
      const response = await api.ask('/names', { cookie: await api.sessionOf(operatorId) });
      return names.parse(await response.json()).map(({ name }) => name);
    };
    expect(await seenBy('ann')).toEqual(['The ann', 'The bo', 'The cy', 'The di', 'The ed']);
    expect(await seenBy('bo')).toEqual(['The ann', 'The bo', 'The cy', 'The di']);
    expect(await seenBy('cy')).toEqual(['The ann', 'The bo', 'The cy']);
    expect(await seenBy('di')).toEqual(['The ann', 'The bo', 'The di']);
    expect(await seenBy('ed')).toEqual(['The ann', 'The ed']);
    expect((await api.ask('/names')).status).toBe(401);
    expect(api.errors).toEqual([]);
  }));
