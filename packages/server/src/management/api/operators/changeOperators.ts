import { broken } from '@newsstand/contract';
import {
  everyProject,
  type operatorChange,
  type operatorOrder,
  type RoleGrant,
} from '@newsstand/contract/manage';
import type { z } from 'zod';
import type { HeldRole, Operator } from '../../../store/Admin.ts';
import type { Writer } from '../../../store/Store.ts';
import type { ApiContext } from '../ApiContext.ts';
import { ApiProblem, invalidMember } from '../ApiProblem.ts';
import type { AuditEvent } from '../writeAs.ts';
import { endAuthTokens, type IssuedInvitation, inviteAgain, isInvitation } from './invitations.ts';
import { withEmail } from './mailHandlers.ts';
import {
  changedRoles,
  isSeenBy,
  isWhollyWithin,
  isWithin,
  ownedPlaces,
  plainRoles,
  reachFurther,
  stampedRoles,
  wouldLoseLastOwner,
} from './rights.ts';
import { canSignIn } from './secondFactors.ts';

/** An operator and their invitation link. */
export type Invited = { readonly operator: Operator; readonly issued: IssuedInvitation };

type Source = Pick<ApiContext, 'now' | 'random' | 'sendsMail' | 'providers'>;

/** Creates an operator, with a link to choose a password. `by` is as of this transaction, here and below. */
export async function inviteOperator(
  writer: Writer,
  source: Source,
  by: Operator,
  { operatorId, name, roles, email }: z.infer<typeof operatorOrder>,
): Promise<Invited> {
  checkGiving(checkOwner(by), roles);
  if ((await writer.operator(operatorId)) !== undefined) {
    throw new ApiProblem('conflict', broken('operator_exists', { id: operatorId }));
  }
  const stamp = { givenBy: by.operatorId, givenAt: source.now() };
  const given = stampedRoles(plainRoles(roles), [], stamp);
  const operator = { operatorId, name, roles: given, createdAt: source.now() };
  await writer.putOperator(operator);
  // Only then a mail can be for them.
  if (email !== undefined) await writer.putOperator(await withEmail(writer, source, by, operator, email));
  return { operator, issued: await inviteAgain(writer, source, operatorId) };
}

/** Creates a link for a new password. Its holder can act as that operator, so the owner must own all places of their roles. */
export async function sendLink(
  writer: Writer,
  source: Source,
  by: Operator,
  operatorId: string,
): Promise<Invited> {
  const owner = checkOwner(by);
  const operator = await findWithin(writer, owner, operatorId);
  checkWhole(owner, operator);
  if (operatorId === by.operatorId) throw new ApiProblem('conflict', broken('own_link'));
  return { operator, issued: await inviteAgain(writer, source, operatorId) };
}

/** Removes the second factors of another operator, who is signed out, and whose password alone is enough from now on. */
export async function resetFactors(writer: Writer, by: Operator, operatorId: string): Promise<Operator> {
  const owner = checkOwner(by);
  const operator = await findWithin(writer, owner, operatorId);
  checkWhole(owner, operator);
  if (operatorId === by.operatorId) throw new ApiProblem('conflict', broken('own_factors'));
  await removeFactors(writer, operatorId);
  return operator;
}

/** Removes the second factors of an operator, with the sessions that were opened by them. */
export async function removeFactors(writer: Writer, operatorId: string): Promise<void> {
  for (const { type, factorId } of await writer.factors(operatorId)) {
    if (type !== 'identity') await writer.removeFactor(factorId);
  }
  await endAuthTokens(writer, operatorId, ({ type }) => type === 'session' || type === 'pending');
}

/** Changes the name, address or roles; roles in places that the owner does not own stay as they are. */
export async function changeOperator(
  writer: Writer,
  source: Source,
  by: Operator,
  operatorId: string,
  wanted: z.infer<typeof operatorChange>,
): Promise<{ readonly after: Operator; readonly isChanged: boolean }> {
  const isSelf = by.operatorId === operatorId;
  // Not as `by`: a token may leave them fewer roles than they have.
  const self = isSelf ? await writer.operator(operatorId) : undefined;
  const before = self ?? (await findWithin(writer, checkOwner(by), operatorId));
  if ((wanted.name !== undefined || wanted.email !== undefined) && !isSelf) checkWhole(by, before);
  if (wanted.roles !== undefined) checkGiving(checkOwner(by), wanted.roles);
  // Those of a provider that is gone nobody else takes away.
  const isGone = ({ provider }: HeldRole) =>
    provider !== undefined && !source.providers.some(({ id }) => id === provider);
  const lasting = before.roles.filter((grant) => !isGone(grant) || !isWithin(by.roles, grant));
  const given = wanted.roles && changedRoles(by.roles, lasting, wanted.roles);
  if (given?.length === 0) throw invalidMember('roles', 'at_least', { least: 1 });
  const stamp = { givenBy: by.operatorId, givenAt: source.now() };
  const roles = given && stampedRoles(given, before.roles, stamp);
  const changed = { ...before, name: wanted.name ?? before.name, roles: roles ?? before.roles };
  const after =
    wanted.email === undefined ? changed : await withEmail(writer, source, by, changed, wanted.email);
  const isChanged = !Bun.deepEquals(before, after);
  if (isChanged) await putKeepingOwner(writer, after);
  // A link created by an operator who could not grant these roles must not lead to them.
  if (reachFurther(after.roles, before.roles)) await endAuthTokens(writer, operatorId, isInvitation);
  return { after, isChanged };
}

/**
 * Revokes the roles in places that the owner owns. If no others are left, the operator is removed with all their
 * tokens. Returns the revoked roles.
 */
export async function removeOperator(
  writer: Writer,
  by: Operator,
  operatorId: string,
): Promise<Pick<Operator, 'operatorId' | 'roles'>> {
  const owner = checkOwner(by);
  const operator = await findWithin(writer, owner, operatorId);
  const left = operator.roles.filter((grant) => !isWithin(owner.roles, grant));
  if (left.length > 0) await putKeepingOwner(writer, { ...operator, roles: left });
  else await removeKeepingOwner(writer, operatorId);
  return { operatorId, roles: operator.roles.filter((grant) => isWithin(owner.roles, grant)) };
}

/**
 * Removes an operator, and replaces their name by a label wherever it is stored. That reaches into every place, so the
 * owner must own all places of their roles. Returns the label in place of the name.
 */
export async function eraseOperator(
  writer: Writer,
  by: Operator,
  operatorId: string,
): Promise<Pick<Operator, 'operatorId' | 'roles'>> {
  const owner = checkOwner(by);
  const operator = await findWithin(writer, owner, operatorId);
  checkWhole(owner, operator);
  // The entry that says who erased somebody must not name them.
  if (by.operatorId === operatorId) throw new ApiProblem('conflict', broken('erases_self'));
  await removeKeepingOwner(writer, operatorId);
  return { operatorId: await writer.eraseOperator(operatorId, operator.name), roles: operator.roles };
}

/** Removes an operator, unless no owner of all projects would be left. */
export async function removeKeepingOwner(writer: Writer, operatorId: string): Promise<void> {
  await checkOwnerLeft(writer, (operators) => operators.filter((each) => each.operatorId !== operatorId));
  await writer.removeOperator(operatorId);
  // Nothing stays of their name.
  for (const each of await writer.operators()) {
    if (!each.roles.some(({ givenBy }) => givenBy === operatorId)) continue;
    const roles = each.roles.map(({ givenBy, ...role }) =>
      givenBy === undefined || givenBy === operatorId ? role : { ...role, givenBy },
    );
    await writer.putOperator({ ...each, roles });
  }
}

async function putKeepingOwner(writer: Writer, operator: Operator): Promise<void> {
  await checkOwnerLeft(writer, (operators) =>
    operators.map((each) => (each.operatorId === operator.operatorId ? operator : each)),
  );
  await writer.putOperator(operator);
}

async function checkOwnerLeft(
  writer: Writer,
  change: (operators: readonly Operator[]) => readonly Operator[],
): Promise<void> {
  const operators = await writer.operators();
  const policy = await writer.accessPolicy();
  const able = new Set<string>();
  for (const operator of operators) {
    const { operatorId } = operator;
    if (canSignIn(policy, operator, await writer.factors(operatorId))) able.add(operatorId);
  }
  if (wouldLoseLastOwner(operators, change(operators), ({ operatorId }) => able.has(operatorId)))
    throw new ApiProblem('conflict', broken('last_owner'));
}

function checkOwner(operator: Operator): Operator {
  if (ownedPlaces(operator.roles)?.length !== 0) return operator;
  throw new ApiProblem('role_missing', broken('owners_only'));
}

function checkGiving(owner: Operator, roles: readonly RoleGrant[]): void {
  const beyond = roles.find((grant) => !isWithin(owner.roles, grant));
  if (beyond === undefined) return;
  const { projectId, spaceId, instanceId } = beyond;
  const place = [projectId, spaceId, instanceId].filter((each) => each !== undefined).join('/');
  throw new ApiProblem('role_missing', broken('not_owned', { place }));
}

function checkWhole(owner: Operator, operator: Operator): void {
  if (isWhollyWithin(owner.roles, operator)) return;
  throw new ApiProblem('role_missing', broken('partly_owned'));
}

/** An operator with a role that the owner can see; others are treated as not found. */
async function findWithin(writer: Writer, owner: Operator, operatorId: string): Promise<Operator> {
  const operator = await writer.operator(operatorId);
  if (operator === undefined || !isSeenBy(owner.roles, operator))
    throw new ApiProblem('not_found', `there is no operator ${operatorId}`);
  return operator;
}

/** The audit events of an operator: one for each role, so that its owners see it; without a role, one for those of everything. */
export function operatorAuditEvents(
  action: string,
  { operatorId, roles }: Pick<Operator, 'operatorId' | 'roles'>,
): readonly AuditEvent[] {
  const target = `operators/${operatorId}`;
  if (roles.length === 0) return [{ action, target }];
  return roles.map(({ projectId, spaceId, instanceId, role }) => ({
    action,
    ...(projectId !== everyProject && { projectId }),
    target,
    details: { role, ...(spaceId && { spaceId }), ...(instanceId && { instanceId }) },
  }));
}
