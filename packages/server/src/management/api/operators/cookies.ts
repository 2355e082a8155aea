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

/** The Set-Cookie header: for this listener alone, and not readable by scripts. */
export function writeCookie(name: string, value: string, seconds: number, managementUrl: string): string {
  const secure = isSecure(managementUrl) ? '; Secure' : '';
  return `${nameFor(name, managementUrl)}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure}`;
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
