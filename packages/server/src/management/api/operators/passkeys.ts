import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { broken } from '@newsstand/contract';
import type { NewPasskey, PasskeyAnswer } from '@newsstand/contract/manage';
import { parseIp } from '../../../http/ipAddress.ts';
import type { AuthToken, Factor, Operator, Passkey } from '../../../store/Admin.ts';
import type { StoreReader } from '../../../store/Store.ts';
import { isLoopbackHost } from '../../checkHost.ts';
import type { ApiContext } from '../ApiContext.ts';
import { ApiProblem } from '../ApiProblem.ts';
import { newAuthTokenId, sha256Of } from './authTokens.ts';

/** Loaded on first use: it takes a while, and many never need it. */
const webAuthn = () => import('@simplewebauthn/server');

/** How long a browser may take to answer. */
const challengeMilliseconds = 5 * 60_000;

type Context = Pick<ApiContext, 'now' | 'random' | 'managementUrl'>;
type Reader = Pick<StoreReader, 'mediaKey' | 'factor'>;

/** A passkey as it is after its use, and the challenge that it answered, which must be stored as used. */
export type PasskeyUse = { readonly passkey: Passkey; readonly challenge: AuthToken };

/** The options of a browser that asks for a passkey: one of these, or, if there are none, any that it has for this site. */
export async function requestPasskey(
  reader: Reader,
  context: Context,
  request: Request,
  purpose: string,
  passkeys: readonly Passkey[] = [],
) {
  const { generateAuthenticationOptions } = await webAuthn();
  return generateAuthenticationOptions({
    rpID: siteOf(request, context),
    challenge: await newChallenge(reader, context, purpose),
    timeout: challengeMilliseconds,
    userVerification: 'required',
    ...(passkeys.length > 0 && { allowCredentials: passkeys.map(referenceTo) }),
  });
}

/** The options of a browser that creates a passkey. */
export async function preparePasskey(
  reader: Reader,
  context: Context,
  request: Request,
  purpose: string,
  { operatorId, name }: Operator,
  factors: readonly Factor[],
) {
  const { generateRegistrationOptions } = await webAuthn();
  return generateRegistrationOptions({
    rpName: 'Newsstand',
    rpID: siteOf(request, context),
    userName: operatorId,
    userDisplayName: name,
    // Stable, so that a device replaces the passkey of an account, and opaque, as the standard demands.
    userID: new Uint8Array(createHash('sha256').update(`passkey\n${operatorId}`).digest()),
    challenge: await newChallenge(reader, context, purpose),
    timeout: challengeMilliseconds,
    attestationType: 'none',
    excludeCredentials: factors.filter(isPasskey).map(referenceTo),
    // It can be found without a name, and whoever holds the device must unlock it: then it is two factors by itself.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
}

/** Whether a factor is a passkey. */
export function isPasskey(factor: Factor): factor is Passkey {
  return factor.type === 'passkey';
}

function referenceTo({ factorId, transports }: Passkey) {
  return { id: factorId, transports: [...transports] };
}

/** What using a passkey changes; undefined if the answer is wrong, or was used before. */
export async function checkPasskey(
  reader: Pick<StoreReader, 'mediaKey' | 'factor' | 'authToken'>,
  context: Context,
  request: Request,
  purpose: string,
  answer: PasskeyAnswer,
): Promise<PasskeyUse | undefined> {
  const factor = await reader.factor(answer.id);
  if (factor?.type !== 'passkey') return undefined;
  const expected = expectations(reader, context, request, purpose);
  const { factorId, operatorId, publicKey, counter } = factor;
  const credential = { id: factorId, publicKey: fromBase64url(publicKey), counter };
  const { verifyAuthenticationResponse } = await webAuthn();
  const verified = await verifyAuthenticationResponse({
    response: { ...answer, clientExtensionResults: {}, response: withoutUndefined(answer.response) },
    credential,
    ...expected.options,
    // A counter that does not grow means a copy of the device: this throws.
  }).catch(() => undefined);
  const challenge = expected.answered();
  if (verified?.verified !== true || challenge === undefined) return undefined;
  const { newCounter } = verified.authenticationInfo;
  const passkey = { ...factor, counter: newCounter, lastUsedAt: context.now() };
  return { passkey, challenge: { ...challenge, operatorId } };
}

/** A new passkey; throws if the answer of the browser is wrong, or was used before. */
export async function readNewPasskey(
  reader: Pick<StoreReader, 'mediaKey' | 'factor' | 'authToken'>,
  context: Context,
  request: Request,
  purpose: string,
  operatorId: string,
  { name, answer }: NewPasskey,
): Promise<PasskeyUse> {
  const expected = expectations(reader, context, request, purpose);
  const { transports = [], ...response } = answer.response;
  const { verifyRegistrationResponse } = await webAuthn();
  const verified = await verifyRegistrationResponse({
    response: { ...answer, response, clientExtensionResults: {} },
    ...expected.options,
  }).catch(() => undefined);
  const challenge = expected.answered();
  if (verified?.verified !== true || challenge === undefined) {
    throw new ApiProblem('conflict', broken('passkey_refused'));
  }
  const { id: factorId, publicKey, counter } = verified.registrationInfo.credential;
  if ((await reader.factor(factorId)) !== undefined) {
    throw new ApiProblem('conflict', broken('passkey_exists'));
  }
  const passkey: Passkey = {
    ...{ factorId, operatorId, createdAt: context.now(), type: 'passkey', name, counter, transports },
    publicKey: Buffer.from(publicKey).toString('base64url'),
  };
  return { passkey, challenge: { ...challenge, operatorId } };
}

type ChallengeReader = Pick<StoreReader, 'mediaKey' | 'authToken'>;

/** What an answer must be about, and, once it was checked, the challenge that it was for. */
function expectations(reader: ChallengeReader, context: Context, request: Request, purpose: string) {
  const origin = originOf(request, context);
  let answered: AuthToken | undefined;
  return {
    options: {
      expectedChallenge: async (sent: string) => {
        answered = await findChallenge(reader, context, purpose, sent);
        return answered !== undefined;
      },
      expectedOrigin: origin,
      expectedRPID: new URL(origin).hostname,
      requireUserVerification: true,
    },
    answered: () => answered,
  };
}

/** The origin of the page that sent a request, which was checked before: the agreed one, or one of this machine. */
function originOf(request: Request, { managementUrl }: Context): string {
  const origin = request.headers.get('origin');
  if (origin !== null) return origin;
  const own = new URL(managementUrl());
  const host = request.headers.get('host') ?? '';
  return isLoopbackHost(host) && host !== own.host ? `http://${host}` : own.origin;
}

/** Whether browsers have passkeys for the page that sent a request. */
export function hasPasskeys(request: Request, context: Context): boolean {
  const { hostname } = new URL(originOf(request, context));
  return parseIp(hostname.replaceAll(/[[\]]/g, '')) === undefined;
}

function siteOf(request: Request, context: Context): string {
  if (!hasPasskeys(request, context)) throw new ApiProblem('conflict', broken('passkeys_need_name'));
  return new URL(originOf(request, context)).hostname;
}

/**
 * A challenge is signed rather than stored, so that strangers who ask for one write nothing, and every node can check it.
 * It is good for one purpose, such as one pending sign-in. What was answered is stored until it expires: it is good once.
 */
async function newChallenge(
  reader: Reader,
  { now, random }: Context,
  purpose: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const end = (now() + challengeMilliseconds).toString(36);
  const begin = `${Buffer.from(random(16)).toString('base64url')}.${end}`;
  return new TextEncoder().encode(`${begin}.${signature(await reader.mediaKey(), purpose, begin)}`);
}

/** A challenge, to be stored as used; undefined if it is not ours, not for this purpose, too old, or was used before. */
async function findChallenge(
  reader: ChallengeReader,
  { now, random }: Context,
  purpose: string,
  sent: string,
): Promise<AuthToken | undefined> {
  const challenge = Buffer.from(sent, 'base64url').toString();
  const [, begin = '', end = '', given = ''] =
    /^([\w-]{22}\.([\da-z]{1,10}))\.([\w-]{43})$/.exec(challenge) ?? [];
  const expected = Buffer.from(signature(await reader.mediaKey(), purpose, begin));
  const isOurs = given.length === expected.length && timingSafeEqual(Buffer.from(given), expected);
  const expiresAt = Number.parseInt(end, 36);
  const sha256 = sha256Of(challenge);
  if (!isOurs || expiresAt <= now() || (await reader.authToken(sha256)) !== undefined) return undefined;
  return { sha256, type: 'challenge', id: newAuthTokenId(random), createdAt: now(), expiresAt };
}

/** The key of the store signs pictures too, so what it signs says that it is a challenge. */
function signature(key: string, purpose: string, begin: string): string {
  return createHmac('sha256', key).update(`passkey challenge\n${purpose}\n${begin}`).digest('base64url');
}

function fromBase64url(text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(text, 'base64url'));
}

function withoutUndefined({ userHandle, ...response }: PasskeyAnswer['response']) {
  return userHandle === undefined ? response : { ...response, userHandle };
}
