import type { HeldRole, Operator, ProviderIdentity } from '../../../store/Admin.ts';
import type { Writer } from '../../../store/Store.ts';
import { sha256Of } from '../operators/authTokens.ts';
import { operatorAuditEvents } from '../operators/changeOperators.ts';
import { plainRoles } from '../operators/rights.ts';
import type { AuditEvent } from '../writeAs.ts';
import { type Claims, displayNameOf, labelOf, newOperatorId, rolesOf } from './claims.ts';
import type { Provider } from './Provider.ts';

/** Somebody whom a provider has named, with rules of the provider that let them in. */
export type Arrival = {
  readonly provider: Provider;
  readonly issuer: string;
  readonly subject: string;
  readonly claims: Claims;
  readonly at: number;
};

/** Why somebody does not come in, as the console explains it. */
export type ArrivalRefusal = 'unknown' | 'no_role' | 'taken';

/** Who has come in, and what is to be audited; or why nobody has. */
export type Arrived =
  | { readonly operator: Operator; readonly auditEvents: readonly AuditEvent[]; readonly refusal?: undefined }
  | { readonly refusal: ArrivalRefusal; readonly auditEvents: readonly AuditEvent[] };

/** The ID of an identity: nobody is found by anything but issuer and subject. */
export function identityIdOf({ issuer, subject }: Pick<ProviderIdentity, 'issuer' | 'subject'>): string {
  return sha256Of(`identity\n${JSON.stringify([issuer, subject])}`);
}

/**
 * The operator of an identity, with the roles that the claims give now. If nobody has it, an account is created where the
 * provider may do that; it is never given to an operator who only has the same name or address.
 */
export async function arrive(writer: Writer, arrival: Arrival): Promise<Arrived> {
  const known = await identityOf(writer, arrival);
  if (known === undefined) return create(writer, arrival);
  const before = await writer.operator(known.operatorId);
  if (before === undefined) return { refusal: 'unknown', auditEvents: [] };
  return keep(writer, arrival, before, known);
}

/** Links an identity to an operator. */
export async function linkIdentity(writer: Writer, arrival: Arrival, operator: Operator): Promise<Arrived> {
  const known = await identityOf(writer, arrival);
  if (known !== undefined && known.operatorId !== operator.operatorId)
    return { refusal: 'taken', auditEvents: [] };
  const done = await keep(writer, arrival, operator, known);
  const { operatorId } = operator;
  const details = { provider: arrival.provider.id };
  const linked = { action: 'identity.link', target: `operators/${operatorId}`, details };
  return { ...done, auditEvents: known === undefined ? [linked, ...done.auditEvents] : done.auditEvents };
}

/** Unlinks an identity; the roles that its provider gave go with it. */
export async function unlinkIdentity(writer: Writer, identity: ProviderIdentity): Promise<void> {
  await writer.removeFactor(identity.factorId);
  const operator = await writer.operator(identity.operatorId);
  const others = await writer.factors(identity.operatorId);
  const isLeft = others.some((each) => each.type === 'identity' && each.provider === identity.provider);
  if (operator === undefined || isLeft) return;
  await writer.putOperator({ ...operator, roles: withoutRolesOf(operator, identity.provider) });
}

async function identityOf(writer: Writer, arrival: Arrival): Promise<ProviderIdentity | undefined> {
  const found = await writer.factor(identityIdOf(arrival));
  return found?.type === 'identity' ? found : undefined;
}

/** The roles that only one of two versions of an operator has. */
function differing({ roles }: Operator, other: Operator): readonly HeldRole[] {
  return roles.filter((grant) => !other.roles.some((each) => Bun.deepEquals(each, grant)));
}

/** An operator without any role left is refused and shown why; lost roles end at once. */
async function keep(
  writer: Writer,
  arrival: Arrival,
  before: Operator,
  known: ProviderIdentity | undefined,
): Promise<Arrived> {
  const operator = {
    ...before,
    roles: [...withoutRolesOf(before, arrival.provider.id), ...rolesNow(arrival)],
  };
  await writer.putOperator(operator);
  await writer.putFactor(identityFor(arrival, operator.operatorId, known));
  const changed = [...differing(before, operator), ...differing(operator, before)];
  const auditEvents =
    changed.length === 0 ? [] : operatorAuditEvents('operator.claims', { ...operator, roles: changed });
  return operator.roles.length === 0 ? { refusal: 'no_role', auditEvents } : { operator, auditEvents };
}

async function create(writer: Writer, arrival: Arrival): Promise<Arrived> {
  const { provider, claims, at } = arrival;
  if (provider.createsAccounts !== true) return { refusal: 'unknown', auditEvents: [] };
  const roles = rolesNow(arrival);
  if (roles.length === 0) return { refusal: 'no_role', auditEvents: [] };
  // Also by somebody who was removed, and by nobody: the audit log would take them for the same.
  const known = [...(await writer.operators()), ...(await writer.pseudonyms())];
  const taken = new Set(['nobody', ...known.map(({ operatorId }) => operatorId)]);
  const operatorId = newOperatorId(provider, claims, (name) => taken.has(name));
  const operator = { operatorId, name: displayNameOf(claims), roles, createdAt: at };
  await writer.putOperator(operator);
  await writer.putFactor(identityFor(arrival, operatorId, undefined));
  return { operator, auditEvents: operatorAuditEvents('operator.join', operator) };
}

function rolesNow({ provider, claims }: Arrival): readonly HeldRole[] {
  return plainRoles(rolesOf(provider, claims)).map((grant) => ({ ...grant, provider: provider.id }));
}

function withoutRolesOf({ roles }: Operator, provider: string): readonly HeldRole[] {
  return roles.filter((grant) => grant.provider !== provider);
}

function identityFor(
  { provider, issuer, subject, claims, at }: Arrival,
  operatorId: string,
  known: ProviderIdentity | undefined,
): ProviderIdentity {
  return {
    ...{ factorId: identityIdOf({ issuer, subject }), operatorId, type: 'identity', issuer, subject },
    ...{ provider: provider.id, name: labelOf(claims), createdAt: known?.createdAt ?? at, lastUsedAt: at },
  };
}
