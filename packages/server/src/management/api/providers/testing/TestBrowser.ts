/** Follows redirects as a browser does, with cookies of its own for each origin. */
export class TestBrowser {
  readonly cookies = new Map<string, Map<string, string>>();

  /** The cookies for an origin, as a header. */
  cookieOf(origin: string): string {
    return Array.from(this.cookies.get(origin) ?? [], ([name, value]) => `${name}=${value}`).join('; ');
  }

  /** One request, whose redirect is not followed. */
  async request(url: URL | string, init: RequestInit & { headers?: Record<string, string> } = {}) {
    const { origin } = new URL(url);
    const cookie = this.cookieOf(origin);
    const headers = { ...init.headers, ...(cookie !== '' && { cookie }) };
    const response = await fetch(url, { ...init, headers, redirect: 'manual' });
    const jar = this.cookies.get(origin) ?? new Map<string, string>();
    for (const each of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(each) ?? [];
      if (value === '' || /max-age=0|expires=Thu, 01 Jan 1970/i.test(each)) jar.delete(name);
      else jar.set(name, value);
    }
    this.cookies.set(origin, jar);
    return response;
  }

  /** Follows redirects until a page of the console, and returns its path; `until` stops before a URL. */
  async follow(url: string, until = (next: URL) => next.pathname.startsWith('/console/')): Promise<URL> {
    let next = new URL(url);
    for (let hops = 0; hops < 20; hops++) {
      if (until(next)) return next;
      const response = await this.request(next, { headers: { 'sec-fetch-site': 'cross-site' } });
      const text = await response.text();
      const refresh = /http-equiv="refresh" content="0; url=([^"]+)"/
        .exec(text)?.[1]
        ?.replaceAll('&amp;', '&');
      const location = response.headers.get('location') ?? refresh;
      if (location === undefined) throw new Error(`${next} ends with ${response.status}: ${text}`);
      next = new URL(location, next);
    }
    throw new Error('too many redirects');
  }
}
