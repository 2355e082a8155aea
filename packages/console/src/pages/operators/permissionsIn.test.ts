import { expect, test } from 'bun:test';
import type { OperatorView, RoleGrant } from '@newsstand/contract/manage';
import { permissionsIn } from './permissionsIn.ts';

const person = (operatorId: string, ...roles: readonly RoleGrant[]): OperatorView => ({
  ...{ operatorId, name: operatorId, createdAt: 0, hasPassword: true, hasSecondFactor: false },
  roles: [...roles],
});
const web = { projectId: 'acme', spaceId: 'web' };
const press = { ...web, instanceId: 'press' };
const people = [
  person('wim', { ...press, role: 'writer' }),
  person('ann', { projectId: '*', role: 'owner' }),
  person(
    'eve',
    { ...web, role: 'viewer' },
    { projectId: 'acme', role: 'editor' },
    { ...press, role: 'owner' },
  ),
  person('bo', { projectId: 'beta', role: 'owner' }),
];
const told = (place: { projectId: string; spaceId?: string; instanceId?: string }) =>
  permissionsIn(people, place).map(
    ({ operator, role = 'parts', reasons }) => `${operator.operatorId} ${role} ${reasons.length}`,
  );

test('the highest role that covers a place counts, with every role that reaches it as a reason', () => {
  expect(told(press)).toEqual(['ann owner 1', 'eve owner 3', 'wim writer 1']);
  expect(told(web)).toEqual(['ann owner 1', 'eve editor 3', 'wim parts 1']);
  expect(told({ projectId: 'acme' })).toEqual(['ann owner 1', 'eve editor 3', 'wim parts 1']);
  expect(told({ ...web, instanceId: 'top' })).toEqual(['ann owner 1', 'eve editor 2']);
  expect(told({ projectId: 'beta' })).toEqual(['ann owner 1', 'bo owner 1']);
  expect(told({ projectId: '*' })).toEqual(['ann owner 1', 'wim parts 1', 'eve parts 3', 'bo parts 1']);
  expect(permissionsIn(people, press)[1]?.reasons.map(({ role }) => role)).toEqual([
    'owner',
    'editor',
    'viewer',
  ]);
});
