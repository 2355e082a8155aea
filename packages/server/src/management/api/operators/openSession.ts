import {
  passkeyRequest,
  type SessionView,
  type SignInStep,
  secondFactorMethods,
} from '@newsstand/contract/manage';
import type { AuthToken, Operator, ProviderSession } from '../../../store/Admin.ts';
import type { StoreReader, Writer } from '../../../store/Store.ts';
import type { ApiContext } from '../ApiContext.ts';
import { ApiProblem } from '../ApiProblem.ts';
import type { ApiRequest } from '../ApiRequest.ts';
import {
  idleMilliseconds,
  mostMilliseconds,
  newAuthTokenId,
  newAuthTokenSecret,
  pendingMilliseconds,
  sha256Of,
} from './authTokens.ts';
import {
  deviceCookie,
  pendingCookie,
  readPendingCookie,
  readSessionCookie,
  sessionCookie,
} from './cookies.ts';
import { endAuthTokens, isInvitation, linkMethod } from './invitations.ts';
import { operatorView } from './operatorView.ts';
import { hasPasskeys, isPasskey, requestPasskey } from './passkeys.ts';
import { hasSecondFactor, isAllowedBy, needsSecondFactor, passkeyPurpose } from './secondFactors.ts';

/** How many browsers an operator can be signed in with; beyond that the oldest is signed out. */
const mostSessions = 50;

/** How much of what a browser says about itself is kept. */
const mostUserAgent = 256;

/** How many sign-ins of an operator can be waiting for a second factor; beyond that the oldest ends. */
const mostPending = 20;

/** By which methods somebody has shown who they are, in this order, and whether these are two factors. */
export type ShownBy = {
  readonly methods: readonly string[];
  readonly isTwoFactor: boolean;
  /** Where a provider has shown it. */
  readonly providerSession?: ProviderSession | undefined;
};

/** A session that was just opened, or, with the step that is still missing, a pending sign-in. Its secret is known only now. */
export type Entered = {
  readonly operator: Operator;
  readonly authToken: AuthToken;
  readonly secret: string;
  readonly step?: SignInStep | undefined;
};

/**
 * What follows when somebody has shown who they are by a password, a passkey or a provider: a session, or a pending
 * sign-in that waits for a second factor, or for setting one up. Every way to sign in ends here. Answers undefined,
 * and changes nothing, unless `isStillRight` holds for the operator as they are in this transaction.
 */
export async function completeFirstFactor(
  context: ApiContext,
  req: ApiRequest,
  operatorId: string,
  by: ShownBy,
  isStillRight: (operator: Operator) => boolean = () => true,
): Promise<Response | undefined> {
  const store = await context.store();
  const entered = await store.write(async (writer) => {
    const operator = await writer.operator(operatorId);
    return operator && isStillRight(operator) ? enter(writer, context, req, operator, by) : undefined;
  });
  return entered && enteredResponse(context, req.raw, entered);
}

/** The same as part of a larger transaction. */
export async function enter(
  writer: Writer,
  context: ApiContext,
  { raw: request, address }: ApiRequest,
  operator: Operator,
  by: ShownBy,
): Promise<Entered> {
  const { operatorId } = operator;
  await writer.removeExpiredAuthTokens(context.now());
  const factors = await writer.factors(operatorId);
  const policy = await writer.accessPolicy();
  if (!isAllowedBy(policy, by.methods)) throw passwordsOff();
  const isByLink = by.methods[0] === linkMethod;
  const isNeeded = isByLink || hasSecondFactor(factors) || needsSecondFactor(policy, operator);
  if (isNeeded && !by.isTwoFactor) {
    const opened = await openToken(writer, context, operatorId, 'pending', by);
    const step = await signInStep(writer, context, request, opened.authToken);
    return { operator, ...opened, step };
  }
  const { managementUrl, now } = context;
  // Whoever has planted a session in this browser must not share the one that is opened now.
  const cameAlong = readSessionCookie(request, managementUrl());
  if (cameAlong !== undefined) await endSession(writer, sha256Of(cameAlong));
  if (isByLink) await endAuthTokens(writer, operatorId, isInvitation);
  const userAgent = request.headers.get('user-agent')?.slice(0, mostUserAgent);
  const opened = await openToken(writer, context, operatorId, 'session', { ...by, userAgent, address });
  const details = { address, methods: by.methods };
  const target = `operators/${operatorId}`;
  await writer.addAudit({ at: now(), by: operatorId, action: 'session.open', target, details });
  return { operator, ...opened };
}

/** The refusal of a password, whoever it is of. */
export function passwordsOff(): ApiProblem {
  return new ApiProblem('passwords_off', 'sign in with a passkey or by a provider');
}

/** What a pending sign-in lacks. For a session, how its operator can show again who they are. */
export async function signInStep(
  reader: StoreReader,
  context: ApiContext,
  request: Request,
  authToken: AuthToken,
): Promise<SignInStep> {
  const factors = await reader.factors(authToken.operatorId ?? '');
  if (!hasSecondFactor(factors)) return { step: 'enrol' };
  const passkeys = hasPasskeys(request, context) ? factors.filter(isPasskey) : [];
  const others = new Set(factors.filter((factor) => !isPasskey(factor)).map(({ type }) => type));
  const methods = secondFactorMethods.filter((method) =>
    method === 'passkey' ? passkeys.length > 0 : others.has(method),
  );
  if (passkeys.length === 0) return { step: 'second_factor', methods };
  const purpose = passkeyPurpose(authToken);
  const options = await requestPasskey(reader, context, request, purpose, passkeys);
  return { step: 'second_factor', methods, passkeyRequest: passkeyRequest.parse(options) };
}

const lives = { session: idleMilliseconds, pending: pendingMilliseconds } as const;

async function openToken(
  writer: Writer,
  { now, random }: ApiContext,
  operatorId: string,
  type: keyof typeof lives,
  by: ShownBy & Pick<AuthToken, 'userAgent' | 'address'>,
): Promise<Pick<Entered, 'authToken' | 'secret'>> {
  const others = (await writer.authTokens(operatorId)).filter((other) => other.type === type);
  const most = type === 'session' ? mostSessions : mostPending;
  const oldest = others.toSorted((a, b) => b.createdAt - a.createdAt).slice(most - 1);
  for (const { sha256 } of oldest) await writer.removeAuthToken(sha256);
  const secret = newAuthTokenSecret(type, random);
  const authToken: AuthToken = {
    ...{ sha256: sha256Of(secret), type, operatorId, id: newAuthTokenId(random) },
    ...{ createdAt: now(), expiresAt: now() + lives[type], ...by },
  };
  await writer.putAuthToken(authToken);
  return { authToken, secret };
}

async function endSession(writer: Writer, sha256: string): Promise<void> {
  const authToken = await writer.authToken(sha256);
  if (authToken?.type === 'session') await writer.removeAuthToken(sha256);
}

/** The response that hands over a session, or says what is still missing. */
export async function enteredResponse(
  context: ApiContext,
  request: Request,
  entered: Entered,
  more?: { readonly recoveryCodes?: readonly string[] | undefined },
): Promise<Response> {
  const { operator, authToken, step } = entered;
  const view = step ?? (await sessionView(context, operator, authToken));
  const response = Response.json(more === undefined ? view : { session: view, ...more });
  for (const cookie of enteredCookies(context, request, entered)) {
    response.headers.append('set-cookie', cookie);
  }
  return response;
}

/** The cookies of a session and of the device, or of a pending sign-in. */
export function enteredCookies(
  context: ApiContext,
  request: Request,
  { operator, secret, step }: Entered,
): readonly string[] {
  const url = context.managementUrl();
  if (step !== undefined) return [pendingCookie(secret, pendingMilliseconds / 1000, url)];
  const isOver = readPendingCookie(request, url) !== undefined;
  return [
    sessionCookie(secret, mostMilliseconds / 1000, url),
    ...(isOver ? [pendingCookie('', 0, url)] : []),
    deviceCookie(request, operator, context),
  ];
}

/** The signed-in operator, and the service. */
export async function sessionView(
  context: ApiContext,
  operator: Operator,
  authToken: AuthToken,
): Promise<SessionView> {
  const store = await context.store();
  const seen = await store.read((reader: StoreReader) => operatorView(reader, operator, context.now()));
  return {
    operator: seen,
    ...(authToken.expiresAt !== undefined && { expiresAt: authToken.expiresAt }),
    service: {
      publicUrl: context.publicUrl(),
      ...(context.docsUrl !== undefined && { docsUrl: context.docsUrl }),
      version: context.version,
      store: store.engine,
      node: context.nodeName,
    },
  };
}
