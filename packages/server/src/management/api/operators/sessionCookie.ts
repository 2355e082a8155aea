import { readCookie, writeCookie } from './cookies.ts';

const name = 'newsstand_session';

/** The secret of the session that a request brings. */
export function readSessionCookie(request: Request, managementUrl: string): string | undefined {
  return readCookie(request, name, managementUrl);
}

/** The header that hands a session to the browser. */
export function sessionCookie(secret: string, seconds: number, managementUrl: string): string {
  return writeCookie(name, secret, seconds, managementUrl);
}

/** The header that takes it away again. */
export function endedCookie(managementUrl: string): string {
  return sessionCookie('', 0, managementUrl);
}
