import type { SecondFactor } from '@newsstand/contract/manage';
import { Secret, TOTP } from 'otpauth';
import type { AccessPolicy, AuthToken, Factor, Operator, RecoveryCode } from '../../../store/Admin.ts';
import type { StoreReader, Writer } from '../../../store/Store.ts';
import type { ApiContext } from '../ApiContext.ts';
import type { OperatorRequest } from '../ApiRequest.ts';
import { sha256Of } from './authTokens.ts';
import { checkPasskey } from './passkeys.ts';

/**
 * Whether an operator has a second factor. Recovery codes alone are none: they only stand in for one. Nor is a provider,
 * unless its file says so.
 */
export function hasSecondFactor(factors: readonly Factor[]): boolean {
  return factors.some(({ type }) => type === 'passkey' || type === 'totp');
}

/** Whether a role of an operator needs a second factor. */
export function needsSecondFactor(
  { secondFactorRoles }: AccessPolicy,
  { roles }: Pick<Operator, 'roles'>,
): boolean {
  return roles.some(({ role }) => secondFactorRoles.includes(role));
}

/** Whether a session was opened as the policy demands now: a stricter policy holds for those that are open already. */
export function isSufficient(policy: AccessPolicy, operator: Operator, authToken: AuthToken): boolean {
  return (
    isAllowedBy(policy, authToken.methods) &&
    (authToken.isTwoFactor === true || !needsSecondFactor(policy, operator))
  );
}

/** Whether the policy allows a sign-in that began like this. Sessions of before this was noted began with a password. */
export function isAllowedBy(
  { passwords = true }: AccessPolicy,
  methods: readonly string[] = ['password'],
): boolean {
  return passwords || methods[0] !== 'password';
}

/** Whether an operator can sign in at all, under a policy and with these factors. */
export function canSignIn(
  { passwords = true }: AccessPolicy,
  { passwordHash }: Operator,
  factors: readonly Factor[],
): boolean {
  const hasPassword = passwords && passwordHash !== undefined;
  return hasPassword || factors.some(({ type }) => type === 'passkey' || type === 'identity');
}

/** What showing a factor changes, so that it cannot be shown again. */
type Use = {
  readonly put?: Factor;
  readonly remove?: string;
  readonly challenge?: AuthToken;
};

/** What using a second factor changes; undefined if it is wrong, or was used before. */
export async function checkSecondFactor(
  reader: StoreReader,
  context: ApiContext,
  { operator: { operatorId }, authToken, raw }: OperatorRequest,
  given: SecondFactor,
): Promise<Use | undefined> {
  if (given.method === 'passkey') {
    const use = await checkPasskey(reader, context, raw, passkeyPurpose(authToken), given.answer);
    if (use?.passkey.operatorId !== operatorId) return undefined;
    return { put: use.passkey, challenge: use.challenge };
  }
  if (given.method === 'recovery') {
    const factor = await reader.factor(recoveryId(operatorId, given.code));
    return factor?.type === 'recovery' ? { remove: factor.factorId } : undefined;
  }
  const app = (await reader.factors(operatorId)).find(({ type }) => type === 'totp');
  if (app?.type !== 'totp') return undefined;
  const step = stepOf(app.secret, given.code, context.now());
  // A code is good for a minute and a half: whoever has seen it being typed must not use it again.
  return step === undefined || step <= app.lastStep ? undefined : { put: { ...app, lastStep: step } };
}

/** A challenge for a passkey is good for one session or pending sign-in only. */
export function passkeyPurpose({ type, sha256 }: AuthToken): string {
  return `${type} ${sha256}`;
}

/** Checks a second factor, and uses it up, in the transaction that it opens a session in. */
export async function spendSecondFactor(
  writer: Writer,
  context: ApiContext,
  req: OperatorRequest,
  given: SecondFactor,
): Promise<boolean> {
  const use = await checkSecondFactor(writer, context, req, given);
  if (use === undefined) return false;
  const { put, remove, challenge } = use;
  if (put !== undefined) await writer.putFactor(put);
  if (remove !== undefined) await writer.removeFactor(remove);
  if (challenge !== undefined) await writer.putAuthToken(challenge);
  return true;
}

const stepMilliseconds = 30_000;

/** The time step of a code; undefined if it is wrong. Clocks may differ by a step. */
export function stepOf(secret: string, code: string, now: number): number | undefined {
  const token = code.replaceAll(/\s/g, '');
  const delta = new TOTP({ secret: Secret.fromBase32(secret) }).validate({
    token,
    timestamp: now,
    window: 1,
  });
  return delta === null ? undefined : Math.floor(now / stepMilliseconds) + delta;
}

type Random = (bytes: number) => Uint8Array<ArrayBufferLike>;

/** A new secret of an authenticator app, with 160 random bits, and its URL for a QR code. */
export function newAppSecret(operatorId: string, managementUrl: string, random: Random) {
  const secret = new Secret({ buffer: Uint8Array.from(random(20)).buffer });
  const label = `${operatorId} (${new URL(managementUrl).host})`;
  return { secret: secret.base32, url: new TOTP({ issuer: 'Newsstand', label, secret }).toString() };
}

const recoveryCount = 10;
/** No letter or digit that is easily taken for another; 32 of them, so that none is likelier. */
const recoveryLetters = 'abcdefghijkmnpqrstuvwxyz23456789';

/** New recovery codes, which replace the earlier ones. Each has 80 random bits, so that a fast hash is enough. */
export async function renewRecoveryCodes(
  writer: Writer,
  operatorId: string,
  { now, random }: { readonly now: () => number; readonly random: Random },
): Promise<string[]> {
  for (const { type, factorId } of await writer.factors(operatorId)) {
    if (type === 'recovery') await writer.removeFactor(factorId);
  }
  const codes = Array.from({ length: recoveryCount }, () => newRecoveryCode(random));
  for (const code of codes) {
    const factor: RecoveryCode = {
      ...{ factorId: recoveryId(operatorId, code), operatorId, type: 'recovery', createdAt: now() },
    };
    await writer.putFactor(factor);
  }
  return codes;
}

function newRecoveryCode(random: Random): string {
  const letters = Array.from(random(16), (byte) => recoveryLetters.charAt(byte % recoveryLetters.length));
  return letters.join('').replaceAll(/(.{4})(?=.)/g, '$1-');
}

/** The ID of a recovery code is its hash, however it was typed. */
function recoveryId(operatorId: string, code: string): string {
  const plain = code.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  return sha256Of(`recovery\n${operatorId}\n${plain}`);
}
