/** The name of the cookie; where the console is reached by https the browser is told to keep it to that host. */
function nameFor(managementUrl: string): string {
  return managementUrl.startsWith('https:') ? '__Host-newsstand_session' : 'newsstand_session';
}

/** The secret of the session that a request brings; none where there are two, since one is somebody else's. */
export function readSessionCookie(request: Request, managementUrl: string): string | undefined {
  const beginning = `${nameFor(managementUrl)}=`;
  const found = (request.headers.get('cookie') ?? '')
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part.startsWith(beginning));
  return found.length === 1 ? found[0]?.slice(beginning.length) : undefined;
}

/** The header that hands a session to the browser. */
export function sessionCookie(secret: string, seconds: number, managementUrl: string): string {
  const secure = managementUrl.startsWith('https:') ? '; Secure' : '';
  const name = nameFor(managementUrl);
  return `${name}=${secret}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure}`;
}

/** The header that takes it away again. */
export function endedCookie(managementUrl: string): string {
  return sessionCookie('', 0, managementUrl);
}
