import { describe, expect, test } from 'bun:test';
import {
  isAllowed,
  isAllowedInPart,
  type Place,
  type Role,
  type RoleGrant,
  roleGrant,
  roleNames,
} from '@newsstand/contract/manage';
import fc from 'fast-check';
import type { Operator } from '../../../store/Admin.ts';
import {
  changedRoles,
  isWhollyWithin,
  isWithin,
  narrowedRoles,
  ownedPlaces,
  partsSeen,
  plainRoles,
  wouldLoseLastOwner,
} from './rights.ts';

const places: readonly Place[] = [
  { projectId: '*' },
  ...['acme', 'beta'].flatMap((projectId) => [
    { projectId },
    ...['web', 'app'].flatMap((spaceId) => [
      { projectId, spaceId },
      ...['press', 'top'].map((instanceId) => ({ projectId, spaceId, instanceId })),
    ]),
  ]),
];
const grants = fc.array(
  fc
    .record({ place: fc.constantFrom(...places), role: fc.constantFrom(...roleNames) })
    .map(({ place, role }): RoleGrant => ({ ...place, role })),
  { maxLength: 6 },
);
const may = (roles: readonly RoleGrant[]) =>
  places.flatMap((place) => roleNames.map((role) => isAllowed(roles, role, place)));

/** Every instance as a path, and one in each place that is yet to be created. */
const leaves = ['acme', 'beta', 'new'].flatMap((projectId) =>
  ['web', 'app', 'new'].flatMap((spaceId) =>
    ['press', 'top', 'new'].map((instanceId) => `${projectId}/${spaceId}/${instanceId}/`),
  ),
);
function leavesOf({ projectId, spaceId, instanceId }: Place): readonly string[] {
  if (projectId === '*') return leaves;
  const start = [projectId, spaceId, instanceId].filter((each) => each !== undefined).join('/');
  return leaves.filter((leaf) => leaf.startsWith(`${start}/`));
}
const mayIn = (roles: readonly RoleGrant[], needed: Role) => (leaf: string) =>
  roles.some(
    (grant) => leavesOf(grant).includes(leaf) && roleNames.indexOf(grant.role) >= roleNames.indexOf(needed),
  );

describe('what roles allow', () => {
  test('a place as a whole if all that is in it now and later, a part of it if something', () => {
    fc.assert(
      fc.property(
        grants,
        fc.constantFrom(...places),
        fc.constantFrom(...roleNames),
        (roles, place, needed) => {
          const inside = leavesOf(place);
          expect(isAllowed(roles, needed, place)).toBe(inside.every(mayIn(roles, needed)));
          expect(isAllowedInPart(roles, needed, place)).toBe(inside.some(mayIn(roles, needed)));
        },
      ),
    );
  });

  test('a token allows what both its operator and its scopes allow', () => {
    fc.assert(
      fc.property(grants, grants, fc.constantFrom(...roleNames), (roles, scopes, needed) => {
        const both = leaves.filter(mayIn(roles, needed)).filter(mayIn(scopes, needed));
        expect(leaves.filter(mayIn(narrowedRoles(roles, scopes), needed))).toEqual(both);
        expect(narrowedRoles(roles, undefined)).toEqual(roles);
      }),
      { numRuns: 300 },
    );
  });

  test('what is seen of a place is what the roles show, each part once', () => {
    fc.assert(
      fc.property(grants, fc.constantFrom(...places), (roles, place) => {
        const parts = partsSeen(roles, place).flatMap(leavesOf);
        expect(parts.toSorted()).toEqual(leavesOf(place).filter(mayIn(roles, 'viewer')).toSorted());
      }),
    );
  });

  test('a role needs the places above its own, and none of a place that is all projects', () => {
    const isRole = (grant: object) => roleGrant.safeParse({ ...grant, role: 'writer' }).success;
    expect(places.every(isRole)).toBe(true);
    expect(isRole({ projectId: 'acme', instanceId: 'press' })).toBe(false);
    expect(isRole({ projectId: '*', spaceId: 'web' })).toBe(false);
    expect(isRole({ spaceId: 'web' })).toBe(false);
  });
});

describe('what an owner may do to the roles of others', () => {
  test('never changes roles in other places, and sets exactly the given ones in their own', () => {
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
    const press = { projectId: 'acme', spaceId: 'web', instanceId: 'press' };
    expect([ownedPlaces(all), ownedPlaces(editor)]).toEqual([undefined, []]);
    expect(ownedPlaces([...editor, { ...press, role: 'owner' }])).toEqual([press]);
  });

  test('of several roles in one place the highest is kept, and allows the same', () => {
    fc.assert(
      fc.property(grants, (roles) => {
        const plain = plainRoles(roles);
        expect(may(plain)).toEqual(may(roles));
        expect(new Set(plain.map(({ role, ...place }) => JSON.stringify(place))).size).toBe(plain.length);
      }),
    );
  });
});

test('the last owner of all projects is one who can sign in, and was given the role by hand', () => {
  const canSignIn = ({ passwordHash }: Operator) => passwordHash !== undefined;
  const wouldLose = (before: readonly Operator[], after: readonly Operator[]) =>
    wouldLoseLastOwner(before, after, canSignIn);
  const owner = (passwordHash?: string): Operator => ({
    ...{ operatorId: 'x', name: 'x', createdAt: 0, passwordHash },
    roles: [{ projectId: '*', role: 'owner' }],
  });
  expect(wouldLose([owner('a'), owner('b')], [owner('a')])).toBe(false);
  expect(wouldLose([owner('a')], [])).toBe(true);
  expect(wouldLose([owner('a'), owner()], [owner()])).toBe(true);
  expect(wouldLose([owner()], [])).toBe(false);
  expect(wouldLose([], [])).toBe(false);
  const byClaims = { ...owner('c'), roles: [{ projectId: '*', role: 'owner', provider: 'p' }] } as const;
  expect(wouldLose([owner('a'), byClaims], [byClaims])).toBe(true);
});
