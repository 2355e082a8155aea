import { broken } from '@newsstand/contract';
import type { ManageRoute } from '@newsstand/contract/manage';
import type { AuthToken } from '../../../store/Admin.ts';
import type { Writer } from '../../../store/Store.ts';
import { ApiProblem } from '../ApiProblem.ts';

/** How long after showing who they are an operator can let somebody in, or do more, without showing it again. */
const confirmedMilliseconds = 10 * 60_000;

/** Until when a session counts as confirmed. */
export function confirmedUntilOf({ confirmedAt, createdAt }: AuthToken): number {
  return (confirmedAt ?? createdAt) + confirmedMilliseconds;
}

/**
 * Throws if a session or token is not enough for what a route demands. A session that was left open must not become access
 * that lasts, and a leaked token must not become more than it is.
 */
export function checkConfirmation({ confirmation = 'none' }: ManageRoute, by: AuthToken, now: number): void {
  if (confirmation === 'none') return;
  if (by.type === 'token') {
    if (confirmation === 'confirmedOrToken') return;
    throw new ApiProblem('conflict', broken('session_needed'));
  }
  if (confirmation === 'session' || confirmedUntilOf(by) > now) return;
  throw new ApiProblem('confirmation_needed', 'see GET /session/confirmation for how');
}

/** What says who may come in and what they may do. */
const accessWrites = [
  ...(['putOperator', 'putAuthToken', 'putFactor', 'putAccessPolicy'] as const),
  ...(['putCredential', 'putMediaKey', 'putWebhook', 'putInstanceSettings'] as const),
] as const;

/** The transaction of a route: one that does not say what it demands can let nobody in, nor let them do more. */
export function guardAccess(writer: Writer, { action, confirmation }: ManageRoute): Writer {
  if (confirmation !== undefined) return writer;
  const refuse = async () => {
    throw new Error(
      `${action} changes who may do what, but its route does not say which confirmation it demands`,
    );
  };
  return { ...writer, ...Object.fromEntries(accessWrites.map((write) => [write, refuse])) };
}
