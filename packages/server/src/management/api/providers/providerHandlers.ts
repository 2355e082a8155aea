import { broken } from '@newsstand/contract';
import { type IdentityList, manageRoot, providerSignIn, type SignedOut } from '@newsstand/contract/manage';
import { networkName } from '../../../http/ipAddress.ts';
import type { AuthToken, Factor, Operator, ProviderIdentity } from '../../../store/Admin.ts';
import type { StoreReader } from '../../../store/Store.ts';
import type { ApiContext } from '../ApiContext.ts';
import { ApiProblem } from '../ApiProblem.ts';
import type { ApiRequest, Handlers, OperatorRequest } from '../ApiRequest.ts';
import { isExpired } from '../operators/authenticate.ts';
import { newAuthTokenId, newAuthTokenSecret, sha256Of } from '../operators/authTokens.ts';
import { endedCookie, writeCookie } from '../operators/cookies.ts';
import { createTokenBuckets } from '../operators/createTokenBuckets.ts';
import { endAuthTokens } from '../operators/invitations.ts';
import { canSignIn } from '../operators/secondFactors.ts';
import { readForm } from '../readBody.ts';
import { writeAs } from '../writeAs.ts';
import { comeBack, wayName } from './comeBack.ts';
import { unlinkIdentity } from './identities.ts';
import { createLogoutCheck, endProviderSessions } from './logoutToken.ts';
import { openProvider, type ProviderClient, ProviderError } from './openProviders.ts';

type ProviderHandlers = Pick<
  Handlers,
  | 'signInByProvider'
  | 'providerCallback'
  | 'providerLogout'
  | 'listIdentities'
  | 'linkIdentity'
  | 'unlinkIdentity'
  | 'signOutEverywhere'
>;

/** How long a browser may be away at a provider, in milliseconds. */
const awayMilliseconds = 10 * 60_000;

/** Strangers may begin to sign in, which writes to the store: each site this often, and all together. */
const strangerLimits = {
  site: { capacity: 20, refillMilliseconds: 3000 },
  all: { capacity: 200, refillMilliseconds: 100 },
} as const;

/** Handles signing in by OpenID Connect providers, and signing out everywhere. */
export function providerHandlers(context: ApiContext): ProviderHandlers {
  const clients = new Map(context.providers.map((each) => [each.id, openProvider(each)] as const));
  const checks = new Map(Array.from(clients, ([id, client]) => [id, createLogoutCheck(client)] as const));
  const limit = createStrangerLimit(context.now);
  const clientOf = (req: ApiRequest): ProviderClient => {
    const client = clients.get(req.params['providerId'] ?? '');
    if (client === undefined) throw new ApiProblem('not_found', 'there is no such provider');
    return client;
  };
  return {
    async signInByProvider(req) {
      const client = clientOf(req);
      limit(req.address);
      const { token, returnTo } = await req.body(providerSignIn);
      const invitationSha256 = token === undefined ? undefined : await invitationOf(context, token);
      return depart(context, client, undefined, { returnTo, invitationSha256 });
    },
    async linkIdentity(req) {
      const client = clientOf(req);
      limit(req.address);
      return depart(context, client, req.operator.operatorId, { sessionSha256: req.authToken.sha256 });
    },
    providerCallback: (req) => comeBack(context, clientOf(req), req),
    async providerLogout(req) {
      const check = checks.get(clientOf(req).provider.id);
      const token = (await readForm(req.raw)).get('logout_token') ?? '';
      const logout = await check?.(token).catch((error: unknown) => {
        // Only what is refused counts: a provider may sign many out at once, and does not try again.
        limit(req.address);
        context.onError(error);
        return undefined;
      });
      const ended = logout && (await endSessions(context, logout, req));
      if (ended === undefined) throw new ApiProblem('invalid_body', 'this logout token is not valid');
      return new Response(null, { status: 200 });
    },
    async listIdentities({ operator }) {
      const store = await context.store();
      const factors = await store.read((reader) => reader.factors(operator.operatorId));
      const providers = context.providers.map(({ id, name }) => ({ providerId: id, name }));
      const list: IdentityList = { list: factors.filter(isIdentity).map(identityView), providers };
      return Response.json(list);
    },
    async unlinkIdentity(req) {
      await writeAs(
        context,
        req,
        async (writer, operator) => {
          const identity = await ownIdentity(writer, operator, req.params['identityId'] ?? '');
          const others = (await writer.factors(operator.operatorId)).filter(
            ({ factorId }) => factorId !== identity.factorId,
          );
          // An identity of a provider that is no longer in the file leads nowhere.
          const usable = others.filter((each) => !isIdentity(each) || clients.has(each.provider));
          if (!canSignIn(await writer.accessPolicy(), operator, usable))
            throw new ApiProblem('conflict', broken('last_way_in'));
          await unlinkIdentity(writer, identity);
          return identity;
        },
        ({ provider, operatorId }) => [
          { action: 'identity.unlink', target: `operators/${operatorId}`, details: { provider } },
        ],
      );
      return new Response(null, { status: 204 });
    },
    signOutEverywhere: (req) => signOutEverywhere(context, clients, req),
  };
}

/** Creates the limit: what it returns throws while somebody has to wait. */
export function createStrangerLimit(now: () => number): (address: string) => void {
  const bySite = createTokenBuckets(strangerLimits.site, now);
  const inAll = createTokenBuckets(strangerLimits.all, now);
  return (address) => {
    const site = networkName(address, 48);
    const wait = Math.max(bySite.wait(site), inAll.wait(''));
    if (wait > 0) {
      const seconds = Math.ceil(wait / 1000);
      const headers = { 'retry-after': `${seconds}` };
      throw new ApiProblem('too_many_attempts', `try again in ${seconds} s`, { headers });
    }
    bySite.take(site);
    inAll.take('');
  };
}

/** What a browser goes to a provider for. */
type Purpose = Omit<NonNullable<AuthToken['providerSignIn']>, 'provider'>;

/** Sends a browser to a provider. It is known by a cookie when it comes back, and by nothing else. */
async function depart(
  context: ApiContext,
  client: ProviderClient,
  operatorId: string | undefined,
  purpose: Purpose,
): Promise<Response> {
  const { now, random } = context;
  const secret = newAuthTokenSecret('session', random);
  const url = await client.authorizationUrl(secret, callbackUrl(context, client)).catch((error: unknown) => {
    if (!(error instanceof ProviderError)) throw error;
    context.onError(error);
    throw new ApiProblem('provider_unavailable', 'try again in a moment, or sign in in another way');
  });
  await (await context.store()).write(async (writer) => {
    await writer.removeExpiredAuthTokens(now());
    await writer.putAuthToken({
      ...{ sha256: sha256Of(secret), type: 'provider', id: newAuthTokenId(random), createdAt: now() },
      ...{ operatorId, expiresAt: now() + awayMilliseconds },
      providerSignIn: { provider: client.provider.id, ...purpose },
    });
  });
  const cookie = writeCookie(wayName, secret, awayMilliseconds / 1000, context.managementUrl(), 'Lax');
  return Response.json({ url: url.href }, { headers: { 'set-cookie': cookie } });
}

function callbackUrl({ managementUrl }: ApiContext, { provider }: ProviderClient): string {
  return `${managementUrl()}${manageRoot}/providers/${provider.id}/callback`;
}

/** The hash of an invitation for an operator, if it is valid. */
async function invitationOf({ store, now }: ApiContext, token: string): Promise<string> {
  const sha256 = sha256Of(token);
  const authToken = await (await store()).read((reader) => reader.authToken(sha256));
  const isValid =
    authToken?.type === 'invitation' && authToken.operatorId !== undefined && !isExpired(authToken, now());
  if (!isValid) throw new ApiProblem('link_invalid', 'ask an owner for a new link');
  return sha256;
}

function isIdentity(factor: Factor): factor is ProviderIdentity {
  return factor.type === 'identity';
}

function identityView({ factorId, provider, name, createdAt, lastUsedAt }: ProviderIdentity) {
  return {
    ...{ identityId: factorId, providerId: provider, name, linkedAt: createdAt },
    ...(lastUsedAt !== undefined && { lastUsedAt }),
  };
}

async function ownIdentity(
  reader: StoreReader,
  { operatorId }: Operator,
  identityId: string,
): Promise<ProviderIdentity> {
  const factor = await reader.factor(identityId);
  if (factor?.type === 'identity' && factor.operatorId === operatorId) return factor;
  throw new ApiProblem('not_found', 'there is no such identity');
}

/** Ends what a provider says has ended; undefined if it has said so before. */
async function endSessions(
  context: ApiContext,
  logout: Parameters<typeof endProviderSessions>[1],
  { address }: ApiRequest,
): Promise<readonly AuthToken[] | undefined> {
  const { now } = context;
  return (await context.store()).write(async (writer) => {
    const ended = await endProviderSessions(writer, logout, context);
    const entries = (ended ?? []).flatMap(({ operatorId, providerSession }) =>
      operatorId === undefined
        ? []
        : [
            {
              ...{ at: now(), by: operatorId, action: 'session.close', target: `operators/${operatorId}` },
              details: { address, provider: providerSession?.provider },
            },
          ],
    );
    if (entries.length > 0) await writer.addAudit(...entries);
    return ended;
  });
}

/** Ends every session of the operator, and says where to end that at the provider. Tokens for scripts stay. */
async function signOutEverywhere(
  context: ApiContext,
  clients: ReadonlyMap<string, ProviderClient>,
  req: OperatorRequest,
): Promise<Response> {
  const { operatorId } = req.operator;
  await writeAs(
    context,
    req,
    (writer) => endAuthTokens(writer, operatorId, ({ type }) => type !== 'token' && type !== 'invitation'),
    () => [{ action: 'session.closeAll', target: `operators/${operatorId}` }],
  );
  const { provider = '', idToken } = req.authToken.providerSession ?? {};
  const client = clients.get(provider);
  const url =
    client?.provider.logout === true
      ? await client.logoutUrl(idToken, `${context.managementUrl()}/console/`).catch(context.onError)
      : undefined;
  const answer: SignedOut = url ? { url: url.href } : {};
  return Response.json(answer, { headers: { 'set-cookie': endedCookie(context.managementUrl()) } });
}
