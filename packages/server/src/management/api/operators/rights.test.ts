import { describe, expect, test } from 'bun:test';
import { isAllowed, type RoleGrant, roleNames } from '@newsstand/contract/manage';
import fc from 'fast-check';
import type { Operator } from '../../../store/Admin.ts';
import {
  changedRoles,
  isWhollyWithin,
  isWithin,
  ownedProjects,
  plainRoles,
  wouldLoseLastOwner,
} from './rights.ts';

const projects = ['*', 'acme', 'beta', 'gamma'];
const grants = fc.array(
  fc.record({ projectId: fc.constantFrom(...projects), role: fc.constantFrom(...roleNames) }),
  { maxLength: 5 },
);
const may = (roles: readonly RoleGrant[]) =>
  projects.flatMap((projectId) =>
    roleNames.map((role) => isAllowed(roles, role, projectId === '*' ? undefined : projectId)),
  );

describe('what an owner may do to the roles of others', () => {
  test('never changes roles in other projects, and sets exactly the given ones in their own', () => {
    fc.assert(
      fc.property(grants, grants, grants, (owner, before, wished) => {
        const given = wished.filter((grant) => isWithin(owner, grant));
        const after = changedRoles(owner, before, given);
        const beyond = (roles: readonly RoleGrant[]) => roles.filter((grant) => !isWithin(owner, grant));
        expect(may(beyond(after))).toEqual(may(beyond(before)));
        expect(may(after.filter((grant) => isWithin(owner, grant)))).toEqual(may(given));
      }),
    );
  });

  test('nobody can grant themselves or others more than they have', () => {
    fc.assert(
      fc.property(grants, grants, (owner, wished) => {
        const given = wished.filter((grant) => isWithin(owner, grant));
        const had = may(owner);
        expect(may(changedRoles(owner, owner, given)).every((now, index) => !now || had[index])).toBe(true);
      }),
    );
  });

  test('an owner of all projects controls everyone, an owner of none controls nobody', () => {
    const all: RoleGrant[] = [{ projectId: '*', role: 'owner' }];
    const editor: RoleGrant[] = [{ projectId: '*', role: 'editor' }];
    fc.assert(
      fc.property(grants, (roles) => {
        expect(isWhollyWithin(all, { roles })).toBe(true);
        expect(roles.some((grant) => isWithin(editor, grant))).toBe(false);
      }),
    );
    expect([ownedProjects(all), ownedProjects(editor)]).toEqual([undefined, []]);
    expect(ownedProjects([...editor, { projectId: 'acme', role: 'owner' }])).toEqual(['acme']);
  });

  test('of several roles in one project the highest is kept, and allows the same', () => {
    fc.assert(
      fc.property(grants, (roles) => {
        const plain = plainRoles(roles);
        expect(may(plain)).toEqual(may(roles));
        expect(new Set(plain.map(({ projectId }) => projectId)).size).toBe(plain.length);
      }),
    );
  });
});

test('the last owner of all projects is one who has a password', () => {
  const owner = (passwordHash?: string): Operator => ({
    ...{ operatorId: 'x', name: 'x', createdAt: 0, passwordHash },
    roles: [{ projectId: '*', role: 'owner' }],
  });
  expect(wouldLoseLastOwner([owner('a'), owner('b')], [owner('a')])).toBe(false);
  expect(wouldLoseLastOwner([owner('a')], [])).toBe(true);
  expect(wouldLoseLastOwner([owner('a'), owner()], [owner()])).toBe(true);
  expect(wouldLoseLastOwner([owner()], [])).toBe(false);
  expect(wouldLoseLastOwner([], [])).toBe(false);
});
