import { faultAt } from '@newsstand/contract';
import { passwordChange, signIn } from '@newsstand/contract/manage';
import { LruCache } from '../../../concurrency/LruCache.ts';
import type { Operator } from '../../../store/Admin.ts';
import type { Store, Writer } from '../../../store/Store.ts';
import type { ApiContext } from '../ApiContext.ts';
import { ApiProblem } from '../ApiProblem.ts';
import type { Handlers, OpenHandler, OperatorRequest } from '../ApiRequest.ts';
import { writeAs } from '../writeAs.ts';
import { deviceCookie, endedCookie, knownDevice } from './cookies.ts';
import type { Attempt, PasswordChecker } from './createPasswordChecker.ts';
import { endAuthTokens } from './invitations.ts';
import { completeFirstFactor, passwordsOff, sessionView } from './openSession.ts';
import { isAllowedBy } from './secondFactors.ts';

type SessionHandlers = Pick<Handlers, 'getSession' | 'signIn' | 'signOut' | 'changePassword'>;

/** Handles signing in and out, and changing one's own password. */
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
  if (!(await allowsPasswords(await context.store()))) throw passwordsOff();
  if (!(await passwords.isRight(current, passwordHash, { by: 'operator', operatorId }))) throw wrong();
  const nextHash = await passwords.hash(next);
  await writeAs(
    context,
    req,
    (writer) => putPassword(writer, req, nextHash),
    () => [{ action: 'operator.password', target: `operators/${operatorId}` }],
  );
  // The device cookies of the old password are no longer valid.
  const cookie = deviceCookie(req.raw, { operatorId, passwordHash: nextHash }, context);
  return new Response(null, {
    status: 204,
    headers: req.authToken.type === 'session' ? { 'set-cookie': cookie } : {},
  });
}

/** Whether the access policy allows passwords. */
export async function allowsPasswords(store: Store): Promise<boolean> {
  return isAllowedBy(await store.read((reader) => reader.accessPolicy()), ['password']);
}

/** Everyone who knew the old password is signed out; tokens stay valid. */
async function putPassword(
  writer: Writer,
  { operator, authToken }: OperatorRequest,
  passwordHash: string,
): Promise<void> {
  const stored = await writer.operator(operator.operatorId);
  if (stored === undefined || stored.passwordHash !== operator.passwordHash) throw wrong();
  await writer.putOperator({ ...stored, passwordHash });
  const matches = ({ type, sha256 }: { readonly type: string; readonly sha256: string }) =>
    type !== 'token' && sha256 !== authToken.sha256;
  await endAuthTokens(writer, operator.operatorId, matches);
}

function wrong(): ApiProblem {
  const errors = [faultAt('current', 'wrong_password')];
  return new ApiProblem('invalid_body', 'the current password is wrong', { errors });
}

/** Signs in by name and password, without revealing which of them was wrong. */
function createSignIn(context: ApiContext, passwords: PasswordChecker): OpenHandler {
  const logRefusal = createRefusalLog(context);
  return async (req) => {
    const { operatorId, password } = await req.body(signIn);
    const store = await context.store();
    // Before anybody is looked up: known and unknown names get the same answer, after the same time.
    if (!(await allowsPasswords(store))) throw passwordsOff();
    const operator = await store.read((reader) => reader.operator(operatorId));
    const passwordHash = operator?.passwordHash;
    const device = knownDevice(req.raw, { operatorId, passwordHash }, context);
    const attempt: Attempt =
      device === undefined ? { by: 'stranger', operatorId, address: req.address } : { by: 'device', device };
    const isRight = await passwords.isRight(password, passwordHash, attempt);
    // Not if the password was changed since it was checked.
    const isStillRight = (stored: Operator) => stored.passwordHash === passwordHash;
    const by = { methods: ['password'], isTwoFactor: false };
    const response = isRight
      ? await completeFirstFactor(context, req, operatorId, by, isStillRight)
      : undefined;
    if (response !== undefined) return response;
    logRefusal(operator?.operatorId, req.address);
    throw new ApiProblem('sign_in_failed', 'check both; an owner can send you a link to set a new password');
  };
}

const logMilliseconds = 60_000;
const loggedBytes = 1_000_000;

/**
 * Writes refused attempts to the audit log: at most one entry a minute per operator, with the number since the last
 * one, so that guessing from many addresses does not fill the store. Unknown names are left out: they may
 * be passwords in the wrong field. The response does not wait for it, which would reveal which operators exist.
 */
export function createRefusalLog({ store, now, onError }: ApiContext) {
  const logged = new LruCache<{ readonly at: number; readonly skipped: number }>(
    () => loggedBytes,
    () => 32,
  );
  return (operatorId: string | undefined, address: string): void => {
    const target = operatorId === undefined ? 'operators' : `operators/${operatorId}`;
    const last = logged.get(target) ?? { at: Number.NEGATIVE_INFINITY, skipped: 0 };
    const attempts = last.skipped + 1;
    if (Math.abs(now() - last.at) < logMilliseconds) {
      logged.set(target, { at: last.at, skipped: attempts });
      return;
    }
    logged.set(target, { at: now(), skipped: 0 });
    const details = { address, attempts };
    const entry = { at: now(), by: 'nobody', action: 'session.refused', target, details };
    store()
      .then((opened) =>
        opened.write(async (writer) => {
          // Somebody who was erased in the meantime must not be named again.
          const isThere = operatorId !== undefined && (await writer.operator(operatorId)) !== undefined;
          await writer.addAudit(isThere ? entry : { ...entry, target: 'operators' });
        }),
      )
      .catch(onError);
  };
}
