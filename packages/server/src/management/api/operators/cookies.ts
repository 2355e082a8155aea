/** What a cookie is called; where the console is reached by https the browser is told to keep it to that host. */
function nameFor(name: string, managementUrl: string): string {
  return isSecure(managementUrl) ? `__Host-${name}` : name;
}

function isSecure(managementUrl: string): boolean {
  return managementUrl.startsWith('https:');
}

/** The value of a cookie that a request brings; none where there are two, since one is somebody else's. */
export function readCookie(request: Request, name: string, managementUrl: string): string | undefined {
  const beginning = `${nameFor(name, managementUrl)}=`;
  const found = (request.headers.get('cookie') ?? '')
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part.startsWith(beginning));
  return found.length === 1 ? found[0]?.slice(beginning.length) : undefined;
}

/** The header that hands a cookie to the browser: for this listener alone, and out of reach of scripts. */
export function writeCookie(name: string, value: string, seconds: number, managementUrl: string): string {
  const secure = isSecure(managementUrl) ? '; Secure' : '';
  return `${nameFor(name, managementUrl)}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure}`;
}
