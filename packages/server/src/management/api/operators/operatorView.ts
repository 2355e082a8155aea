import type { HeldRole, OperatorView } from '@newsstand/contract/manage';
import type { AuthToken, Operator } from '../../../store/Admin.ts';
import type { StoreReader } from '../../../store/Store.ts';
import { isExpired } from './authenticate.ts';
import { hasSecondFactor } from './secondFactors.ts';

/** An operator as shown to others; `roles` are the visible ones. */
export async function operatorView(
  reader: Pick<StoreReader, 'authTokens' | 'factors'>,
  operator: Operator,
  now: number,
  roles: readonly HeldRole[] = operator.roles,
): Promise<OperatorView> {
  const authTokens = await reader.authTokens(operator.operatorId);
  const invitation = authTokens.find(
    (authToken) => authToken.type === 'invitation' && !isExpired(authToken, now),
  );
  const seen = authTokens.filter(({ type }) => type === 'session' || type === 'token').flatMap(seenAt);
  return {
    operatorId: operator.operatorId,
    name: operator.name,
    roles: [...roles],
    createdAt: operator.createdAt,
    hasPassword: operator.passwordHash !== undefined,
    hasSecondFactor: hasSecondFactor(await reader.factors(operator.operatorId)),
    ...(invitation?.expiresAt !== undefined && { invitedUntil: invitation.expiresAt }),
    ...(seen.length > 0 && { lastSeenAt: Math.max(...seen) }),
    // Whoever sees only some of the roles learns nothing more of the person.
    ...(operator.email !== undefined && roles.length === operator.roles.length && { email: operator.email }),
  };
}

/** A session counts as used when it is created, a token only later. */
function seenAt({ type, createdAt, lastUsedAt }: AuthToken): readonly number[] {
  if (lastUsedAt !== undefined) return [lastUsedAt];
  return type === 'session' ? [createdAt] : [];
}
