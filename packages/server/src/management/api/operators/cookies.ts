import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Operator } from '../../../store/Admin.ts';
import type { ApiContext } from '../ApiContext.ts';

/** The name of a cookie; over https, the `__Host-` prefix binds it to that host. */
function nameFor(name: string, managementUrl: string): string {
  return isSecure(managementUrl) ? `__Host-${name}` : name;
}

function isSecure(managementUrl: string): boolean {
  return managementUrl.startsWith('https:');
}

/** The value of a cookie in a request; undefined if there are two, since one is not ours. */
export function readCookie(request: Request, name: string, managementUrl: string): string | undefined {
  const beginning = `${nameFor(name, managementUrl)}=`;
  const found = (request.headers.get('cookie') ?? '')
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part.startsWith(beginning));
  return found.length === 1 ? found[0]?.slice(beginning.length) : undefined;
}

/**
 * The Set-Cookie header: for this listener alone, and not readable by scripts. A strict cookie is not sent along when
 * another site leads here; a lax one is, if the browser goes to a page.
 */
export function writeCookie(
  name: string,
  value: string,
  seconds: number,
  managementUrl: string,
  sameSite: 'Strict' | 'Lax' = 'Strict',
): string {
  const secure = isSecure(managementUrl) ? '; Secure' : '';
  return `${nameFor(name, managementUrl)}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=${sameSite}${secure}`;
}

const sessionName = 'newsstand_session';

/** The session secret in a request. */
export function readSessionCookie(request: Request, managementUrl: string): string | undefined {
  return readCookie(request, sessionName, managementUrl);
}

/** The header that sets the session cookie. */
export function sessionCookie(secret: string, seconds: number, managementUrl: string): string {
  return writeCookie(sessionName, secret, seconds, managementUrl);
}

/** The header that deletes it. */
export function endedCookie(managementUrl: string): string {
  return sessionCookie('', 0, managementUrl);
}

const pendingName = 'newsstand_pending';

/** The secret of a pending sign-in in a request. */
export function readPendingCookie(request: Request, managementUrl: string): string | undefined {
  return readCookie(request, pendingName, managementUrl);
}

/** The header that sets the cookie of a pending sign-in; an empty secret deletes it. */
export function pendingCookie(secret: string, seconds: number, managementUrl: string): string {
  return writeCookie(pendingName, secret, seconds, managementUrl);
}

/**
 * A device cookie shows that an operator has signed in with this browser before, as described by OWASP in "Slow Down
 * Online Guessing Attacks with Device Cookies". It grants no access: it only keeps strangers' guesses from delaying a
 * known browser. It is signed with the hash of the operator's password, so nothing has to be stored, every node
 * can verify it, and it expires with the password.
 */
const name = 'newsstand_device';

const lifeMilliseconds = 400 * 86_400_000;
/** How many operators can share a browser; beyond that the earliest sign-in is forgotten. */
const mostOperators = 5;

type Owner = Pick<Operator, 'operatorId' | 'passwordHash'>;
type Context = Pick<ApiContext, 'now' | 'managementUrl'>;

/** The device token of an operator in this browser; undefined if there is none. */
export function knownDevice(request: Request, owner: Owner, context: Context): string | undefined {
  return readTokens(request, context).find((token) => isOf(owner, token, context.now()));
}

/** The header that makes the browser known to an operator. Other operators who share it stay known. */
export function deviceCookie(
  request: Request,
  owner: Owner,
  context: Context & Pick<ApiContext, 'random'>,
): string {
  const begin = `${Buffer.from(context.random(16)).toString('base64url')}.${context.now().toString(36)}`;
  const others = readTokens(request, context).filter((token) => !isOf(owner, token, context.now()));
  const tokens = [`${begin}.${signature(owner, begin)}`, ...others].slice(0, mostOperators);
  return writeCookie(name, tokens.join('~'), lifeMilliseconds / 1000, context.managementUrl());
}

function readTokens(request: Request, { managementUrl }: Context): readonly string[] {
  const tokens = readCookie(request, name, managementUrl())?.split('~') ?? [];
  return tokens
    .filter((token) => /^[\w-]{22}\.[\da-z]{1,10}\.[\w-]{43}$/.test(token))
    .slice(0, mostOperators);
}

/** Takes the same time if there is no such operator. */
function isOf(owner: Owner, token: string, now: number): boolean {
  const [id = '', issued = '', given = ''] = token.split('.');
  const isSigned = timingSafeEqual(Buffer.from(signature(owner, `${id}.${issued}`)), Buffer.from(given));
  return isSigned && owner.passwordHash !== undefined && now - Number.parseInt(issued, 36) < lifeMilliseconds;
}

function signature({ operatorId, passwordHash = 'nobody' }: Owner, begin: string): string {
  return createHmac('sha256', passwordHash).update(`device\n${operatorId}\n${begin}`).digest('base64url');
}
