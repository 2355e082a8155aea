import type { KeyView } from '@newsstand/contract/manage';
import type { KeyUsage } from '../../../store/Admin.ts';
import type { Credential, Grant } from '../../../store/Credential.ts';
import { credentialState } from '../../../store/credentialState.ts';

const dayMilliseconds = 86_400_000;

/** The day of a moment, UTC, counted from 1970. */
export function dayOf(at: number): number {
  return Math.floor(at / dayMilliseconds);
}

/** A key as operators see it, with what is known of its use, some of it perhaps in several parts. */
export function keyView(credential: Credential, usages: readonly KeyUsage[], now: number): KeyView {
  const { key, name, grants, preview, createdAt, expiresAt, revokedAt } = credential;
  const own = usages.filter((usage) => usage.key === key);
  const today = own.filter(({ day }) => day === dayOf(now));
  const oldSecretUntil = Math.max(...credential.secrets.map(({ until = 0 }) => until));
  return {
    ...{ key, name, preview, createdAt },
    grants: grants.map(grantView),
    state: credentialState(credential, now),
    ...(expiresAt !== undefined && { expiresAt }),
    ...(revokedAt !== undefined && { revokedAt }),
    ...(oldSecretUntil > now && { oldSecretUntil }),
    ...(own.length > 0 && { lastUsedAt: Math.max(...own.map(({ lastUsedAt }) => lastUsedAt)) }),
    requestsToday: today.reduce((sum, { requests }) => sum + requests, 0),
  };
}

function grantView({ projectId, spaceId, instanceId }: Grant): KeyView['grants'][number] {
  return {
    projectId,
    ...(spaceId !== undefined && { spaceId }),
    ...(instanceId !== undefined && { instanceId }),
  };
}
