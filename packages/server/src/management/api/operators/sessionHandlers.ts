import { passwordChange } from '@newsstand/contract/manage';
import type { Writer } from '../../../store/Store.ts';
import type { AskedByOperator, Handlers } from '../Asked.ts';
import type { Desk } from '../Desk.ts';
import { ManageRefusal } from '../ManageRefusal.ts';
import { writeAs } from '../writeAs.ts';
import type { Guard } from './createGuard.ts';
import { createSignIn } from './createSignIn.ts';
import { deviceCookie } from './deviceCookie.ts';
import { endPasses } from './invitations.ts';
import { sessionView } from './openSession.ts';
import { endedCookie } from './sessionCookie.ts';

type SessionHandlers = Pick<Handlers, 'getSession' | 'signIn' | 'signOut' | 'changePassword'>;

/** Signing in and out, and the own password. */
export function sessionHandlers(desk: Desk, guard: Guard): SessionHandlers {
  return {
    signIn: createSignIn(desk, guard),
    getSession: async ({ operator, pass }) => Response.json(await sessionView(desk, operator, pass)),
    signOut: (asked) => signOut(desk, asked),
    changePassword: (asked) => changePassword(desk, guard, asked),
  };
}

async function signOut(desk: Desk, asked: AskedByOperator): Promise<Response> {
  const { operator, pass } = asked;
  if (pass.type !== 'session') {
    throw new ManageRefusal('conflict', 'a token is ended by DELETE /session/tokens/{tokenId}');
  }
  await writeAs(
    desk,
    asked,
    (writer) => writer.removePass(pass.sha256),
    () => [{ action: 'session.close', target: `operators/${operator.operatorId}` }],
  );
  const headers = { 'set-cookie': endedCookie(desk.managementUrl()) };
  return new Response(null, { status: 204, headers });
}

async function changePassword(desk: Desk, guard: Guard, asked: AskedByOperator): Promise<Response> {
  const { operatorId, passwordHash } = asked.operator;
  const { current, next } = await asked.body(passwordChange);
  if (!(await guard.isRight(current, passwordHash, { by: 'operator', operatorId }))) throw wrong();
  const nextHash = await guard.hash(next);
  await writeAs(
    desk,
    asked,
    (writer) => putPassword(writer, asked, nextHash),
    () => [{ action: 'operator.password', target: `operators/${operatorId}` }],
  );
  // Browsers were known by the password so far.
  const cookie = deviceCookie(asked.request, { operatorId, passwordHash: nextHash }, desk);
  return new Response(null, {
    status: 204,
    headers: asked.pass.type === 'session' ? { 'set-cookie': cookie } : {},
  });
}

/** Whoever knew the old one is out, whatever browser they use; scripts have secrets of their own. */
async function putPassword(
  writer: Writer,
  { operator, pass }: AskedByOperator,
  passwordHash: string,
): Promise<void> {
  const stored = await writer.operator(operator.operatorId);
  if (stored === undefined || stored.passwordHash !== operator.passwordHash) throw wrong();
  await writer.putOperator({ ...stored, passwordHash });
  const isMeant = ({ type, sha256 }: { readonly type: string; readonly sha256: string }) =>
    type !== 'token' && sha256 !== pass.sha256;
  await endPasses(writer, operator.operatorId, isMeant);
}

function wrong(): ManageRefusal {
  const errors = [{ path: 'current', message: 'is not the password so far' }];
  return new ManageRefusal('invalid_body', 'the password so far is not right', { errors });
}
