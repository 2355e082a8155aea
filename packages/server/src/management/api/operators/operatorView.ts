import type { OperatorView, RoleGrant } from '@newsstand/contract/manage';
import type { Operator, Pass } from '../../../store/Office.ts';
import type { StoreReader } from '../../../store/Store.ts';
import { isOver } from './createDoor.ts';

/** An operator as others see them; `roles` are those that they may see. */
export async function operatorView(
  reader: Pick<StoreReader, 'passes'>,
  operator: Operator,
  now: number,
  roles: readonly RoleGrant[] = operator.roles,
): Promise<OperatorView> {
  const passes = await reader.passes(operator.operatorId);
  const invitation = passes.find((pass) => pass.type === 'invitation' && !isOver(pass, now));
  const seen = passes.filter(({ type }) => type !== 'invitation').flatMap(seenAt);
  return {
    operatorId: operator.operatorId,
    name: operator.name,
    roles: [...roles],
    createdAt: operator.createdAt,
    hasPassword: operator.passwordHash !== undefined,
    ...(invitation?.expiresAt !== undefined && { invitedUntil: invitation.expiresAt }),
    ...(seen.length > 0 && { lastSeenAt: Math.max(...seen) }),
  };
}

/** A session is used when it is made, a token later. */
function seenAt({ type, createdAt, lastUsedAt }: Pass): readonly number[] {
  if (lastUsedAt !== undefined) return [lastUsedAt];
  return type === 'session' ? [createdAt] : [];
}
