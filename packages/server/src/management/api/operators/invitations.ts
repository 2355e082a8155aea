import type { Pass } from '../../../store/Office.ts';
import type { Writer } from '../../../store/Store.ts';
import type { Desk } from '../Desk.ts';
import { newPassId, newPassSecret, sha256Of } from './passSecret.ts';
import { invitationMilliseconds } from './sessionTimes.ts';

/** A link that sets a password, once. Its secret is known at this moment only. */
export type IssuedInvitation = { readonly pass: Pass; readonly secret: string; readonly expiresAt: number };

type Source = Pick<Desk, 'now' | 'random'>;

/** Makes a link for an operator; for nobody: the one that makes the first owner. */
export function issueInvitation({ now, random }: Source, operatorId?: string): IssuedInvitation {
  const secret = newPassSecret(operatorId === undefined ? 'ownership' : 'invitation', random);
  const expiresAt = now() + invitationMilliseconds;
  const pass: Pass = {
    sha256: sha256Of(secret),
    type: 'invitation',
    operatorId,
    id: newPassId(random),
    createdAt: now(),
    expiresAt,
  };
  return { pass, secret, expiresAt };
}

/** Makes a new link for an operator; those before it end. */
export async function inviteAgain(
  writer: Writer,
  source: Source,
  operatorId: string,
): Promise<IssuedInvitation> {
  const issued = issueInvitation(source, operatorId);
  await endPasses(writer, operatorId, isInvitation);
  await writer.putPass(issued.pass);
  return issued;
}

/** Whether a pass is a link to follow. */
export function isInvitation({ type }: Pass): boolean {
  return type === 'invitation';
}

/** Ends those passes of an operator that are meant. */
export async function endPasses(
  writer: Writer,
  operatorId: string | undefined,
  isMeant: (pass: Pass) => boolean,
): Promise<void> {
  for (const pass of await writer.passes(operatorId)) {
    if (isMeant(pass)) await writer.removePass(pass.sha256);
  }
}

/** Where a link leads. What follows # is never sent to a server. */
export function welcomeUrl(managementUrl: string, secret: string): string {
  return `${managementUrl}/console/welcome#${secret}`;
}
