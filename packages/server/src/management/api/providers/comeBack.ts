import { escapeHtml } from '@newsstand/html';
import type { AuthToken, Operator, ProviderSession, ProviderSignIn } from '../../../store/Admin.ts';
import type { Writer } from '../../../store/Store.ts';
import type { ApiContext } from '../ApiContext.ts';
import type { ApiRequest } from '../ApiRequest.ts';
import { isExpired, isStillEnough } from '../operators/authenticate.ts';
import { sha256Of } from '../operators/authTokens.ts';
import { readCookie, writeCookie } from '../operators/cookies.ts';
import { endAuthTokens } from '../operators/invitations.ts';
import { enter, enteredCookies } from '../operators/openSession.ts';
import { hasSecondFactor } from '../operators/secondFactors.ts';
import type { AuditEvent } from '../writeAs.ts';
import { isTwoFactor, refusalOf, subjectOf } from './claims.ts';
import {
  type Arrival,
  type ArrivalRefusal,
  type Arrived,
  arrive,
  identityIdOf,
  linkIdentity,
} from './identities.ts';
import { derivedFrom, type ProviderClient, ProviderError, type Redeemed } from './openProviders.ts';

/** The cookie of a browser that has gone to a provider. */
export const wayName = 'newsstand_provider';

/** Why a browser that has come back is not signed in. The console has words for each. */
type Refusal =
  | ArrivalRefusal
  | ProviderError['reason']
  | 'expired'
  | 'email'
  | 'link'
  | 'second_factor'
  | 'failed';

class RefusalError extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal);
    this.name = 'RefusalError';
    this.refusal = refusal;
  }
}

/** Larger ones are not worth keeping: providers then ask whether to sign out. */
const mostIdToken = 8192;

/**
 * Handles a browser that comes back from a provider. Whatever happens, it is sent on to the console, and what it came back
 * with works only once.
 */
export async function comeBack(
  context: ApiContext,
  client: ProviderClient,
  req: ApiRequest,
): Promise<Response> {
  const secret = readCookie(req.raw, wayName, context.managementUrl());
  // Whoever only leads a browser here, without its secret, must not end its way.
  const isOwn = secret !== undefined && req.url.searchParams.get('state') === derivedFrom(secret).state;
  const way = isOwn ? await takeWay(context, secret) : undefined;
  const home = way?.sessionSha256 === undefined ? (way?.returnTo ?? '/console/') : '/console/account';
  try {
    // A way to one provider must not end with what another one has said.
    if (secret === undefined || way === undefined || way.provider !== client.provider.id)
      throw new RefusalError('expired');
    const redeemed = await client.redeem(secret, req.url);
    return sendOn(context, home, await finish(context, client, req, way, redeemed));
  } catch (error) {
    // As text: a parsed path without its dots may begin with two slashes, which lead to another host.
    const path = `${home}${home.includes('?') ? '&' : '?'}refused=${reasonOf(context, error)}`;
    return sendOn(context, path, []);
  }
}

/** What a browser went to a provider for, once. */
async function takeWay({ store, now }: ApiContext, secret: string) {
  const opened = await store();
  const sha256 = sha256Of(secret);
  // Without a lock first: strangers must not make others wait.
  if ((await opened.read((reader) => reader.authToken(sha256))) === undefined) return undefined;
  return opened.write(async (writer) => {
    const authToken = await writer.authToken(sha256);
    if (authToken?.type !== 'provider' || authToken.providerSignIn === undefined) return undefined;
    await writer.removeAuthToken(sha256);
    return isExpired(authToken, now()) ? undefined : authToken.providerSignIn;
  });
}

function reasonOf({ onError }: ApiContext, error: unknown): Refusal {
  if (error instanceof RefusalError) return error.refusal;
  const reason = error instanceof ProviderError ? error.reason : 'failed';
  if (reason !== 'denied') onError(error);
  return reason;
}

/** A page of our own that leads on: after a redirect from another site, the browser would not send the strict cookies. */
function sendOn({ managementUrl }: ApiContext, path: string, cookies: readonly string[]): Response {
  const page = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>Newsstand</title>
<meta http-equiv="refresh" content="0; url=${escapeHtml(path)}"></head>
<body></body>
</html>
`;
  const response = new Response(page, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy':
        "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    },
  });
  for (const cookie of cookies) response.headers.append('set-cookie', cookie);
  response.headers.append('set-cookie', writeCookie(wayName, '', 0, managementUrl(), 'Lax'));
  return response;
}

/** Signs in, or links an identity, in one transaction. Returns the cookies for the browser. */
async function finish(
  context: ApiContext,
  { provider }: ProviderClient,
  req: ApiRequest,
  way: ProviderSignIn,
  { issuer, claims, idToken }: Redeemed,
): Promise<readonly string[]> {
  const subject = subjectOf(claims);
  if (subject === undefined) throw new RefusalError('invalid');
  if (refusalOf(provider, claims) !== undefined) throw new RefusalError('email');
  const arrival: Arrival = { provider, issuer, subject, claims, at: context.now() };
  const { sid } = claims;
  const providerSession: ProviderSession = {
    ...{ provider: provider.id, issuer, subject },
    ...(typeof sid === 'string' && sid.length <= 500 && { sid }),
    ...(idToken.length <= mostIdToken && { idToken }),
  };
  const by = { methods: ['provider'], isTwoFactor: isTwoFactor(provider, claims), providerSession };
  const store = await context.store();
  const arrived = await store.write(async (writer) => {
    const result = await arriveFor(writer, way, arrival);
    await audit(writer, context, result);
    if (result.refusal !== undefined || way.sessionSha256 !== undefined) return result;
    return { ...result, entered: await enter(writer, context, req, result.operator, by) };
  });
  if (arrived.refusal !== undefined) throw new RefusalError(arrived.refusal);
  return 'entered' in arrived ? enteredCookies(context, req.raw, arrived.entered) : [];
}

/** Who has arrived, for what the browser went away for. */
async function arriveFor(writer: Writer, way: ProviderSignIn, arrival: Arrival): Promise<Arrived> {
  const { invitationSha256, sessionSha256 } = way;
  const sha256 = invitationSha256 ?? sessionSha256;
  if (sha256 === undefined) return arrive(writer, arrival);
  const authToken = await writer.authToken(sha256);
  const type = invitationSha256 === undefined ? 'session' : 'invitation';
  const operator = await operatorOf(writer, authToken, type, arrival.at);
  if (operator === undefined) throw new RefusalError(type === 'session' ? 'expired' : 'link');
  const factors = await writer.factors(operator.operatorId);
  const isKnown = factors.some(({ factorId }) => factorId === identityIdOf(arrival));
  // Otherwise whoever has the link could add an account of their own that counts as a second factor, and come in by that.
  if (type === 'invitation' && !isKnown && hasSecondFactor(factors)) throw new RefusalError('second_factor');
  const linked = await linkIdentity(writer, arrival, operator);
  if (linked.refusal === undefined && type === 'invitation')
    await endAuthTokens(writer, operator.operatorId, (each) => each.type !== 'token');
  return linked;
}

async function operatorOf(
  writer: Writer,
  authToken: AuthToken | undefined,
  type: AuthToken['type'],
  now: number,
): Promise<Operator | undefined> {
  if (authToken?.type !== type || authToken.operatorId === undefined || isExpired(authToken, now))
    return undefined;
  const operator = await writer.operator(authToken.operatorId);
  return operator && (await isStillEnough(writer, operator, authToken)) ? operator : undefined;
}

async function audit(writer: Writer, { now }: ApiContext, { auditEvents }: Arrived): Promise<void> {
  const entries = auditEvents.map((event: AuditEvent) => ({
    ...{ at: now(), by: event.target.replace(/^operators\//, '') },
    ...event,
  }));
  if (entries.length > 0) await writer.addAudit(...entries);
}
