import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { clientId } from '../../packages/server/src/management/api/providers/testing/forgingProvider.ts';
import {
  clientSecret,
  entryOf,
  type StartProvider,
  scopes,
  type TestProvider,
} from '../../packages/server/src/management/api/providers/testing/startProvider.ts';
import { installTools } from '../tools/installTools.ts';

/** The used part of oidc-provider, which has no types. */
type OidcProvider = {
  callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  interactionFinished(request: IncomingMessage, response: ServerResponse, result: object): Promise<void>;
  readonly Grant: new (options: object) => { addOIDCScope(scope: string): void; save(): Promise<string> };
};
type OidcModule = { readonly default: new (issuer: string, options: object) => OidcProvider };
type Context = {
  body: string;
  readonly oidc: {
    readonly client?: { readonly clientId: string };
    readonly session?: { readonly accountId?: string };
  };
};

/** Starts an oidc-provider at an address of its own. */
export const startProvider: StartProvider = async (host = '127.0.0.1') => {
  const module: OidcModule = await import(join(await installTools(), 'oidc-provider'));
  let handle = async (_: IncomingMessage, response: ServerResponse): Promise<void> => {
    response.writeHead(503).end();
  };
  const server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const issuer = `http://${host}:${typeof address === 'object' ? address?.port : ''}`;
  const real: TestProvider = {
    issuer,
    person: { sub: 'nobody' },
    register(managementUrl, providerId) {
      const provider = createProvider(module, real, managementUrl, providerId);
      const callback = provider.callback();
      handle = async (request, response) => {
        if (!request.url?.startsWith('/interaction/')) return callback(request, response);
        const login = { accountId: real.person.sub };
        return provider.interactionFinished(request, response, { login }).catch(() => {
          response.writeHead(400).end();
        });
      };
    },
    entry: (id, more = {}) => entryOf(issuer, id, more),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return real;
};

function createProvider(
  { default: Provider }: OidcModule,
  real: TestProvider,
  managementUrl: string,
  providerId: string,
): OidcProvider {
  const provider: OidcProvider = new Provider(real.issuer, {
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
    claims: scopes,
    conformIdTokenClaims: false,
    cookies: { keys: ['a key of tests'] },
    features: {
      devInteractions: { enabled: false },
      backchannelLogout: { enabled: true },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: async (ctx: Context, form: string) => {
          ctx.body = `<!doctype html><body onload="document.forms[0].submit()">${form.replace(
            '</form>',
            '<input type="hidden" name="logout" value="yes"></form>',
          )}`;
        },
      },
    },
    interactions: { url: (_: Context, { uid }: { readonly uid: string }) => `/interaction/${uid}` },
    findAccount: (_: Context, accountId: string) => ({
      accountId,
      claims: async () => ({ ...real.person, sub: accountId }),
    }),
    async loadExistingGrant(ctx: Context) {
      const grant = new provider.Grant({
        clientId: ctx.oidc.client?.clientId ?? '',
        accountId: ctx.oidc.session?.accountId ?? '',
      });
      grant.addOIDCScope(Object.keys(scopes).join(' '));
      await grant.save();
      return grant;
    },
    // Requests of tests go to this machine, which the provider would refuse to call.
    fetch: (url: string, options: RequestInit) => fetch(url, options),
  });
  return provider;
}
