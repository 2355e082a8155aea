import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Provider as OidcProvider } from 'oidc-provider';
import type { Provider } from '../Provider.ts';
import { clientId } from './forgingProvider.ts';

/** A real OpenID Connect provider. Nobody types a password there: whoever is `person` is signed in. */
export type RealProvider = AsyncDisposable & {
  readonly issuer: string;
  /** Who signs in next, with all claims. */
  person: { readonly sub: string } & Readonly<Record<string, unknown>>;
  /** The client, once the console has an address. */
  register(managementUrl: string, providerId: string): void;
  /** An entry of the file of providers. */
  entry(id: string, more?: Partial<Provider>): Provider;
};

const clientSecret = 'a secret that both know';

/** Starts a provider at an address of its own. */
export async function startRealProvider(host = '127.0.0.1'): Promise<RealProvider> {
  let handle = async (_: IncomingMessage, response: ServerResponse): Promise<void> => {
    response.writeHead(503).end();
  };
  const server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const issuer = `http://${host}:${typeof address === 'object' ? address?.port : ''}`;
  const real: RealProvider = {
    issuer,
    person: { sub: 'nobody' },
    register(managementUrl, providerId) {
      const provider = createProvider(real, managementUrl, providerId);
      const callback = provider.callback();
      handle = async (request, response) => {
        if (!request.url?.startsWith('/interaction/')) return callback(request, response);
        const login = { accountId: real.person.sub };
        return provider.interactionFinished(request, response, { login }).catch(() => {
          response.writeHead(400).end();
        });
      };
    },
    entry: (id, more = {}) => ({ id, name: `Provider ${id}`, issuer, clientId, clientSecret, ...more }),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return real;
}

function createProvider(real: RealProvider, managementUrl: string, providerId: string): OidcProvider {
  const provider: OidcProvider = new OidcProvider(real.issuer, {
    clients: [
      {
        ...{ client_id: clientId, client_secret: clientSecret },
        redirect_uris: [`${managementUrl}/manage/v1/providers/${providerId}/callback`],
        post_logout_redirect_uris: [`${managementUrl}/console/`],
        backchannel_logout_uri: `${managementUrl}/manage/v1/providers/${providerId}/logout`,
        backchannel_logout_session_required: true,
        response_types: ['code'],
        grant_types: ['authorization_code'],
      },
    ],
    claims: {
      openid: ['sub', 'sid'],
      email: ['email', 'email_verified'],
      profile: ['name', 'preferred_username', 'acme'],
      groups: ['groups'],
    },
    conformIdTokenClaims: false,
    cookies: { keys: ['a key of tests'] },
    features: {
      devInteractions: { enabled: false },
      backchannelLogout: { enabled: true },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: async (ctx, form) => {
          ctx.body = `<!doctype html><body onload="document.forms[0].submit()">${form.replace(
            '</form>',
            '<input type="hidden" name="logout" value="yes"></form>',
          )}`;
        },
      },
    },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    findAccount: (_, accountId) => ({ accountId, claims: async () => ({ ...real.person, sub: accountId }) }),
    async loadExistingGrant(ctx) {
      const grant = new provider.Grant({
        clientId: ctx.oidc.client?.clientId ?? '',
        accountId: ctx.oidc.session?.accountId ?? '',
      });
      grant.addOIDCScope('openid email profile groups');
      await grant.save();
      return grant;
    },
    // Requests of tests go to this machine, which the provider would refuse to call.
    fetch: (url, options) => fetch(url, options),
  });
  return provider;
}

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
