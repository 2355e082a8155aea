import { passwordChange } from '@newsstand/contract/manage';
import type { Writer } from '../../../store/Store.ts';
import type { ApiContext } from '../ApiContext.ts';
import { ApiProblem } from '../ApiProblem.ts';
import type { Handlers, OperatorRequest } from '../ApiRequest.ts';
import { writeAs } from '../writeAs.ts';
import type { PasswordChecker } from './createPasswordChecker.ts';
import { createSignIn } from './createSignIn.ts';
import { deviceCookie } from './deviceCookie.ts';
import { endAuthTokens } from './invitations.ts';
import { sessionView } from './openSession.ts';
import { endedCookie } from './sessionCookie.ts';

type SessionHandlers = Pick<Handlers, 'getSession' | 'signIn' | 'signOut' | 'changePassword'>;

/** Signing in and out, and the own password. */
export function sessionHandlers(context: ApiContext, passwords: PasswordChecker): SessionHandlers {
  return {
    signIn: createSignIn(context, passwords),
    getSession: async ({ operator, authToken }) =>
      Response.json(await sessionView(context, operator, authToken)),
    signOut: (req) => signOut(context, req),
    changePassword: (req) => changePassword(context, passwords, req),
  };
}

async function signOut(context: ApiContext, req: OperatorRequest): Promise<Response> {
  const { operator, authToken } = req;
  if (authToken.type !== 'session') {
    throw new ApiProblem('conflict', 'a token is ended by DELETE /session/tokens/{tokenId}');
  }
  await writeAs(
    context,
    req,
    (writer) => writer.removeAuthToken(authToken.sha256),
    () => [{ action: 'session.close', target: `operators/${operator.operatorId}` }],
  );
  const headers = { 'set-cookie': endedCookie(context.managementUrl()) };
  return new Response(null, { status: 204, headers });
}

async function changePassword(
  context: ApiContext,
  passwords: PasswordChecker,
  req: OperatorRequest,
): Promise<Response> {
  const { operatorId, passwordHash } = req.operator;
  const { current, next } = await req.body(passwordChange);
  if (!(await passwords.isRight(current, passwordHash, { by: 'operator', operatorId }))) throw wrong();
  const nextHash = await passwords.hash(next);
  await writeAs(
    context,
    req,
    (writer) => putPassword(writer, req, nextHash),
    () => [{ action: 'operator.password', target: `operators/${operatorId}` }],
  );
  // Browsers were known by the password so far.
  const cookie = deviceCookie(req.raw, { operatorId, passwordHash: nextHash }, context);
  return new Response(null, {
    status: 204,
    headers: req.authToken.type === 'session' ? { 'set-cookie': cookie } : {},
  });
}

/** Whoever knew the old one is out, whatever browser they use; scripts have secrets of their own. */
async function putPassword(
  writer: Writer,
  { operator, authToken }: OperatorRequest,
  passwordHash: string,
): Promise<void> {
  const stored = await writer.operator(operator.operatorId);
  if (stored === undefined || stored.passwordHash !== operator.passwordHash) throw wrong();
  await writer.putOperator({ ...stored, passwordHash });
  const isMeant = ({ type, sha256 }: { readonly type: string; readonly sha256: string }) =>
    type !== 'token' && sha256 !== authToken.sha256;
  await endAuthTokens(writer, operator.operatorId, isMeant);
}

function wrong(): ApiProblem {
  const errors = [{ path: 'current', message: 'is not the password so far' }];
  return new ApiProblem('invalid_body', 'the password so far is not right', { errors });
}
