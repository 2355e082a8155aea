import { broken } from '@newsstand/contract';
import {
  appProof,
  confirmation,
  type FactorsView,
  type SecondFactor,
  secondFactor,
} from '@newsstand/contract/manage';
import type { AuthToken, Factor, Passkey } from '../../../store/Admin.ts';
import type { Writer } from '../../../store/Store.ts';
import type { ApiContext } from '../ApiContext.ts';
import { ApiProblem, invalidMember } from '../ApiProblem.ts';
import type { Handlers, OperatorRequest } from '../ApiRequest.ts';
import { type AuditEvent, writeAs } from '../writeAs.ts';
import { newAuthTokenId, sha256Of } from './authTokens.ts';
import { confirmedUntilOf } from './checkConfirmation.ts';
import { knownDevice, pendingCookie } from './cookies.ts';
import type { PasswordChecker } from './createPasswordChecker.ts';
import { endAuthTokens, isInvitation } from './invitations.ts';
import { type Entered, enter, enteredResponse, sessionView, signInStep } from './openSession.ts';
import { isPasskey } from './passkeys.ts';
import {
  canSignIn,
  checkSecondFactor,
  hasSecondFactor,
  isAllowedBy,
  needsSecondFactor,
  newAppSecret,
  renewRecoveryCodes,
  spendSecondFactor,
  stepOf,
} from './secondFactors.ts';
import { allowsPasswords, createRefusalLog } from './sessionHandlers.ts';

type FactorHandlers = Pick<
  Handlers,
  | 'getSignInStep'
  | 'endSignIn'
  | 'showSecondFactor'
  | 'getConfirmation'
  | 'confirm'
  | 'getFactors'
  | 'createAppSecret'
  | 'putApp'
  | 'removeApp'
  | 'renewRecoveryCodes'
>;

/** Handles the second step of signing in, and an operator's own second factors. */
export function factorHandlers(context: ApiContext, passwords: PasswordChecker): FactorHandlers {
  const checkFactor = createFactorCheck(context, passwords);
  return {
    getSignInStep: async ({ raw, authToken }) => {
      const store = await context.store();
      return Response.json(await store.read((reader) => signInStep(reader, context, raw, authToken)));
    },
    endSignIn: async (req) => {
      await writeAs(
        context,
        req,
        (writer) => writer.removeAuthToken(req.authToken.sha256),
        () => [],
      );
      const headers = { 'set-cookie': pendingCookie('', 0, context.managementUrl()) };
      return new Response(null, { status: 204, headers });
    },
    showSecondFactor: async (req) => {
      const given = await req.body(secondFactor);
      await checkFactor(req, given);
      const entered = await (await context.store()).write((writer) => complete(writer, context, req, given));
      return enteredResponse(context, req.raw, entered);
    },
    getConfirmation: async (req) => Response.json(await confirmationChoice(context, req)),
    confirm: (req) => confirm(context, passwords, checkFactor, req),
    getFactors: async (req) => Response.json(await factorsView(context, req)),
    createAppSecret: async (req) =>
      Response.json(newAppSecret(req.operator.operatorId, context.managementUrl(), context.random)),
    putApp: async (req) => {
      const { secret, code } = await req.body(appProof);
      const lastStep = stepOf(secret, code, context.now());
      if (lastStep === undefined) throw invalidMember('code', 'wrong_code');
      const { operatorId } = req.operator;
      const owner = { factorId: newAuthTokenId(context.random), operatorId, createdAt: context.now() };
      return addFactor(context, req, 'totp', async (writer, before) => {
        for (const { type, factorId } of before) if (type === 'totp') await writer.removeFactor(factorId);
        await writer.putFactor({ ...owner, type: 'totp', secret, lastStep });
      });
    },
    removeApp: async (req) => {
      await removeFactor(context, req, ({ type }) => type === 'totp');
      return new Response(null, { status: 204 });
    },
    renewRecoveryCodes: async (req) => {
      const { operatorId } = req.operator;
      const recoveryCodes = await writeAs(
        context,
        req,
        async (writer) => {
          if (hasSecondFactor(await writer.factors(operatorId)))
            return renewRecoveryCodes(writer, operatorId, context);
          throw new ApiProblem('conflict', broken('no_second_factor'));
        },
        () => [factorEvent('factor.renew', operatorId, 'recovery')],
      );
      return Response.json({ recoveryCodes });
    },
  };
}

type FactorCheck = (req: OperatorRequest, given: SecondFactor) => Promise<void>;

/** Checks a second factor without using it up, and throttles guessing: a wrong one costs no transaction. */
function createFactorCheck(context: ApiContext, passwords: PasswordChecker): FactorCheck {
  const logRefusal = createRefusalLog(context);
  return async (req, given) => {
    const { operator, raw, address } = req;
    const { operatorId } = operator;
    const store = await context.store();
    const attempt = { operatorId, device: knownDevice(raw, operator, context) };
    const isRight = await passwords.isRightCode(attempt, () =>
      store.read(async (reader) => (await checkSecondFactor(reader, context, req, given)) !== undefined),
    );
    if (isRight) return;
    logRefusal(operatorId, address);
    throw wrongFactor();
  };
}

function wrongFactor(): ApiProblem {
  return new ApiProblem(
    'second_factor_failed',
    'it is wrong, or was used before; wait for the next code, or use a recovery code',
  );
}

/** Ends the pending sign-in, which works once, and opens a session with a secret of its own. */
async function complete(
  writer: Writer,
  context: ApiContext,
  req: OperatorRequest,
  given: SecondFactor,
): Promise<Entered> {
  const { operatorId } = req.operator;
  const isPending = await writer.removeAuthToken(req.authToken.sha256);
  const operator = await writer.operator(operatorId);
  if (!isPending || operator === undefined) throw new ApiProblem('session_missing', 'sign in again');
  // Somebody else may just have used the same code.
  if (!(await spendSecondFactor(writer, context, req, given))) throw wrongFactor();
  const methods = [...(req.authToken.methods ?? []), given.method];
  const { providerSession } = req.authToken;
  return enter(writer, context, req, operator, { methods, isTwoFactor: true, providerSession });
}

/** Those with a second factor show that one: a stolen session and password must not be enough to remove it. */
async function confirmationChoice(context: ApiContext, { operator, authToken, raw }: OperatorRequest) {
  const store = await context.store();
  const { step, ...rest } = await store.read((reader) => signInStep(reader, context, raw, authToken));
  const confirmedUntil = confirmedUntilOf(authToken);
  const hasPassword = operator.passwordHash !== undefined && (await allowsPasswords(await context.store()));
  return {
    ...(step === 'enrol' ? { methods: hasPassword ? ['password'] : [] } : rest),
    ...(confirmedUntil > context.now() && { confirmedUntil }),
  };
}

async function confirm(
  context: ApiContext,
  passwords: PasswordChecker,
  checkFactor: FactorCheck,
  req: OperatorRequest,
): Promise<Response> {
  const given = await req.body(confirmation);
  const { operatorId, passwordHash } = req.operator;
  if (given.method !== 'password') await checkFactor(req, given);
  else if (!(await passwords.isRight(given.password, passwordHash, { by: 'operator', operatorId })))
    throw invalidMember('password', 'wrong_password');
  const authToken = await writeAs(
    context,
    req,
    async (writer, operator) => {
      const stored = await writer.authToken(req.authToken.sha256);
      const isShown =
        given.method === 'password'
          ? operator.passwordHash === passwordHash &&
            isAllowedBy(await writer.accessPolicy(), ['password']) &&
            !hasSecondFactor(await writer.factors(operatorId))
          : await spendSecondFactor(writer, context, req, given);
      if (stored === undefined || !isShown) throw wrongFactor();
      const confirmed = { ...stored, confirmedAt: context.now() };
      await writer.putAuthToken(confirmed);
      return confirmed;
    },
    () => [],
  );
  return Response.json(await confirmationChoice(context, { ...req, authToken }));
}

async function factorsView(context: ApiContext, { operator }: OperatorRequest): Promise<FactorsView> {
  const store = await context.store();
  const { operatorId } = operator;
  return store.read(async (reader) => {
    const factors = await reader.factors(operatorId);
    const app = factors.find(({ type }) => type === 'totp');
    return {
      passkeys: factors.filter(isPasskey).map(passkeyView),
      ...(app && { app: { createdAt: app.createdAt } }),
      recoveryCodes: factors.filter(({ type }) => type === 'recovery').length,
      isNeeded: needsSecondFactor(await reader.accessPolicy(), operator),
    };
  });
}

function passkeyView(passkey: Passkey): FactorsView['passkeys'][number] {
  const { name, createdAt, lastUsedAt } = passkey;
  return { passkeyId: passkeyId(passkey), name, createdAt, ...(lastUsedAt !== undefined && { lastUsedAt }) };
}

/** The ID of a credential may be too long for a path. */
export function passkeyId({ factorId }: Passkey): string {
  return sha256Of(factorId).slice(0, 32);
}

/**
 * Adds a factor. The first one comes with recovery codes, and signs everybody else out who came in without it. Whoever
 * was signed in by one factor, or was about to be, has shown both now, and gets a session with a secret of its own.
 */
export async function addFactor(
  context: ApiContext,
  req: OperatorRequest,
  type: Factor['type'],
  put: (writer: Writer, before: readonly Factor[]) => Promise<void>,
): Promise<Response> {
  const { operatorId } = req.operator;
  const { authToken } = req;
  const { entered, recoveryCodes } = await writeAs(
    context,
    req,
    async (writer, operator) => {
      const before = await writer.factors(operatorId);
      const isFirst = !hasSecondFactor(before);
      // Otherwise a password alone would be enough to add a second one, and to come in by that.
      if (authToken.type === 'pending' && !isFirst) {
        throw new ApiProblem('conflict', broken('second_factor_exists'));
      }
      if (isInvitation(authToken) && type !== 'passkey')
        throw new ApiProblem('conflict', broken('passkey_needed'));
      await put(writer, before);
      const recoveryCodes = isFirst ? await renewRecoveryCodes(writer, operatorId, context) : undefined;
      if (isFirst) {
        const isOther = ({ type, sha256 }: AuthToken) =>
          (type === 'session' || type === 'pending') && sha256 !== authToken.sha256;
        await endAuthTokens(writer, operatorId, isOther);
      }
      if (authToken.isTwoFactor === true) return { entered: undefined, recoveryCodes };
      await writer.removeAuthToken(authToken.sha256);
      const methods = [...(authToken.methods ?? ['password']), type];
      const by = { methods, isTwoFactor: true, providerSession: authToken.providerSession };
      return { entered: await enter(writer, context, req, operator, by), recoveryCodes };
    },
    () => [factorEvent('factor.add', operatorId, type)],
  );
  const more = recoveryCodes === undefined ? {} : { recoveryCodes };
  if (entered !== undefined) return enteredResponse(context, req.raw, entered, more);
  return Response.json({ session: await sessionView(context, req.operator, authToken), ...more });
}

/** Removes a factor of one's own; with the last one, the recovery codes too. */
export async function removeFactor(
  context: ApiContext,
  req: OperatorRequest,
  matches: (factor: Factor) => boolean,
): Promise<void> {
  const { operatorId } = req.operator;
  await writeAs(
    context,
    req,
    async (writer, operator) => {
      const factors = await writer.factors(operatorId);
      const removed = factors.find(matches);
      if (removed === undefined) throw new ApiProblem('not_found', 'you have no such factor');
      const left = factors.filter((factor) => factor !== removed);
      const isLast = !hasSecondFactor(left);
      const policy = await writer.accessPolicy();
      if (!canSignIn(policy, operator, left)) throw new ApiProblem('conflict', broken('last_way_in'));
      if (isLast && needsSecondFactor(policy, operator)) {
        throw new ApiProblem('conflict', broken('last_second_factor'));
      }
      const gone = isLast ? factors.filter(({ type }) => type !== 'identity') : [removed];
      for (const { factorId } of gone) await writer.removeFactor(factorId);
      return removed;
    },
    ({ type }) => [factorEvent('factor.remove', operatorId, type)],
  );
}

export function factorEvent(action: string, operatorId: string, method: Factor['type']): AuditEvent {
  return { action, target: `operators/${operatorId}`, details: { method } };
}
