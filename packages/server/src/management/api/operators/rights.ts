import { everyProject, isAllowed, type RoleGrant, roleNames } from '@newsstand/contract/manage';
import type { Operator } from '../../../store/Admin.ts';

type Roles = readonly RoleGrant[];

/** The projects that an operator owns; undefined for all of them. */
export function ownedProjects(roles: Roles): readonly string[] | undefined {
  if (isAllowed(roles, 'owner')) return undefined;
  return roles.filter(({ role }) => role === 'owner').map(({ projectId }) => projectId);
}

/** Whether an owner can see, grant and revoke a role: they own its project. */
export function isWithin(owner: Roles, { projectId }: RoleGrant): boolean {
  return projectId === everyProject ? isAllowed(owner, 'owner') : isAllowed(owner, 'owner', projectId);
}

/** Whether an owner has full control of another operator, as to send them a link: they own all projects of their roles. */
export function isWhollyWithin(owner: Roles, { roles }: Pick<Operator, 'roles'>): boolean {
  return roles.every((grant) => isWithin(owner, grant));
}

/** The roles after an owner replaces them: those in projects that they do not own stay. */
export function changedRoles(owner: Roles, before: Roles, given: Roles): Roles {
  return plainRoles([...before.filter((grant) => !isWithin(owner, grant)), ...given]);
}

/** Whether roles reach into further projects, which have other owners. */
export function reachFurther(roles: Roles, before: Roles): boolean {
  return roles.some(({ projectId }) => !isAllowed(before, 'viewer', projectId));
}

/** One role for each project, the highest. */
export function plainRoles(roles: Roles): Roles {
  const highest = new Map<string, RoleGrant>();
  for (const grant of roles) {
    const known = highest.get(grant.projectId);
    if (known === undefined || rank(grant) > rank(known)) highest.set(grant.projectId, grant);
  }
  return [...highest.values()];
}

function rank({ role }: RoleGrant): number {
  return roleNames.indexOf(role);
}

/** Whether no owner of everything would be left. Those without a password do not count. */
export function wouldLoseLastOwner(before: readonly Operator[], after: readonly Operator[]): boolean {
  return before.some(isOwnerOfAll) && !after.some(isOwnerOfAll);
}

function isOwnerOfAll({ roles, passwordHash }: Operator): boolean {
  return passwordHash !== undefined && isAllowed(roles, 'owner');
}
