import {
  covers,
  includes,
  isAllowed,
  isAllowedInPart,
  type Place,
  type RoleGrant,
} from '@newsstand/contract/manage';
import type { HeldRole, Operator } from '../../../store/Admin.ts';

type Roles = readonly HeldRole[];

/** The places that an operator owns; undefined for all projects. */
export function ownedPlaces(roles: Roles): readonly Place[] | undefined {
  if (isAllowed(roles, 'owner')) return undefined;
  return roles.filter(({ role }) => role === 'owner').map(placeOf);
}

/** The place of a role. */
export function placeOf({ projectId, spaceId, instanceId }: Place): Place {
  return {
    projectId,
    ...(spaceId !== undefined && { spaceId }),
    ...(instanceId !== undefined && { instanceId }),
  };
}

/** Whether an operator can see a shelf: whoever has a role in a part of a space sees its media, categories and tags. */
export function isSeen(roles: Roles, place: Place): boolean {
  return (place.instanceId === undefined ? isAllowedInPart : isAllowed)(roles, 'viewer', place);
}

/** The parts of a place that an operator can see: all of it, or else the places of their roles inside of it. */
export function partsSeen(roles: Roles, place: Place): readonly Place[] {
  if (isAllowed(roles, 'viewer', place)) return [place];
  const inside = roles.filter((grant) => covers(place, grant)).map(placeOf);
  return inside.filter(
    (one, index) => !inside.some((other, at) => covers(other, one) && (at < index || !covers(one, other))),
  );
}

/** Whether an owner can see, grant and revoke a role: they own its place. */
export function isWithin(owner: Roles, grant: RoleGrant): boolean {
  return isAllowed(owner, 'owner', grant);
}

/**
 * Whether an owner sees an operator: by a role in a place that they own. Whoever has lost all roles, as by the claims of a
 * provider, belongs to no place: owners of everything see them.
 */
export function isSeenBy(owner: Roles, { roles }: Pick<Operator, 'roles'>): boolean {
  return roles.length === 0 ? isAllowed(owner, 'owner') : roles.some((grant) => isWithin(owner, grant));
}

/** Whether an owner has full control of another operator, as to send them a link: they own all places of their roles. */
export function isWhollyWithin(owner: Roles, { roles }: Pick<Operator, 'roles'>): boolean {
  return roles.every((grant) => isWithin(owner, grant));
}

/** The roles after an owner replaces them: those in places that they do not own stay, and those that a provider gives. */
export function changedRoles(owner: Roles, before: Roles, given: Roles): Roles {
  return plainRoles([
    ...before.filter((grant) => grant.provider !== undefined || !isWithin(owner, grant)),
    ...given,
  ]);
}

/** Whether roles reach into further places, which may have other owners. */
export function reachFurther(roles: Roles, before: Roles): boolean {
  return roles.some((grant) => !isAllowed(before, 'viewer', grant));
}

/** One role for each place and origin, the highest. */
export function plainRoles(roles: Roles): Roles {
  const highest = new Map<string, HeldRole>();
  for (const grant of roles) {
    const name = JSON.stringify([placeOf(grant), grant.provider]);
    const known = highest.get(name);
    if (known === undefined || !includes(known.role, grant.role)) highest.set(name, grant);
  }
  return [...highest.values()];
}

/** Roles with who gave them and when; those that were there before keep what is known of them. */
export function stampedRoles(
  roles: Roles,
  before: Roles,
  stamp: Required<Pick<HeldRole, 'givenBy' | 'givenAt'>>,
): Roles {
  return roles.map((grant) => {
    if (grant.provider !== undefined) return grant;
    const { role } = grant;
    const isSame = (known: HeldRole) =>
      known.provider === undefined && known.role === role && covers(known, grant) && covers(grant, known);
    return before.find(isSame) ?? { ...placeOf(grant), role, ...stamp };
  });
}

/** What roles and scopes both allow. Without scopes, all that the roles allow. */
export function narrowedRoles(roles: Roles, scopes: Roles | undefined): Roles {
  if (scopes === undefined) return roles;
  const common = roles.flatMap((grant) =>
    scopes.flatMap((scope): Roles => {
      const role = includes(grant.role, scope.role) ? scope.role : grant.role;
      if (covers(grant, scope)) return [{ ...placeOf(scope), role }];
      return covers(scope, grant) ? [{ ...placeOf(grant), role }] : [];
    }),
  );
  return plainRoles(common);
}

/** Whether no owner of everything would be left. Those who can't sign in do not count, nor roles that a provider may take away. */
export function wouldLoseLastOwner(
  before: readonly Operator[],
  after: readonly Operator[],
  canSignIn: (operator: Operator) => boolean,
): boolean {
  const isLasting = (operator: Operator) => isOwnerOfAll(operator) && canSignIn(operator);
  return before.some(isLasting) && !after.some(isLasting);
}

/** Whether somebody has given an operator the role of an owner of everything. */
function isOwnerOfAll({ roles }: Operator): boolean {
  return isAllowed(
    roles.filter(({ provider }) => provider === undefined),
    'owner',
  );
}
