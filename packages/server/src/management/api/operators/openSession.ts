import type { SessionView } from '@newsstand/contract/manage';
import type { AuthToken, Operator } from '../../../store/Admin.ts';
import type { StoreReader, Writer } from '../../../store/Store.ts';
import type { ApiContext } from '../ApiContext.ts';
import {
  idleMilliseconds,
  mostMilliseconds,
  newAuthTokenId,
  newAuthTokenSecret,
  sha256Of,
} from './authTokens.ts';
import { deviceCookie, readSessionCookie, sessionCookie } from './cookies.ts';
import { operatorView } from './operatorView.ts';

/** How many browsers an operator can be signed in with; beyond that the oldest is signed out. */
const mostSessions = 50;

/** A session that was just opened. Its secret is known only now. */
export type OpenedSession = { readonly authToken: AuthToken; readonly secret: string };

/** Opens a session for an operator. The session that the request carries ends, whoever it belongs to. */
export async function openSession(
  writer: Writer,
  { now, random, managementUrl }: ApiContext,
  operatorId: string,
  request: Request,
): Promise<OpenedSession> {
  const cameAlong = readSessionCookie(request, managementUrl());
  if (cameAlong !== undefined) await endSession(writer, sha256Of(cameAlong));
  await writer.removeExpiredAuthTokens(now());
  const sessions = (await writer.authTokens(operatorId)).filter(({ type }) => type === 'session');
  const oldest = sessions.toSorted((a, b) => b.createdAt - a.createdAt).slice(mostSessions - 1);
  for (const { sha256 } of oldest) await writer.removeAuthToken(sha256);
  const secret = newAuthTokenSecret('session', random);
  const authToken: AuthToken = {
    sha256: sha256Of(secret),
    type: 'session',
    operatorId,
    id: newAuthTokenId(random),
    createdAt: now(),
    expiresAt: now() + idleMilliseconds,
  };
  await writer.putAuthToken(authToken);
  return { authToken, secret };
}

async function endSession(writer: Writer, sha256: string): Promise<void> {
  const authToken = await writer.authToken(sha256);
  if (authToken?.type === 'session') await writer.removeAuthToken(sha256);
}

/** The response that sets the cookies of a session and of the device. */
export async function sessionResponse(
  context: ApiContext,
  request: Request,
  operator: Operator,
  { authToken, secret }: OpenedSession,
): Promise<Response> {
  const response = Response.json(await sessionView(context, operator, authToken));
  const cookie = sessionCookie(secret, mostMilliseconds / 1000, context.managementUrl());
  response.headers.append('set-cookie', cookie);
  response.headers.append('set-cookie', deviceCookie(request, operator, context));
  return response;
}

/** The signed-in operator, and the service. */
export async function sessionView(
  context: ApiContext,
  operator: Operator,
  authToken: AuthToken,
): Promise<SessionView> {
  const store = await context.store();
  const seen = await store.read((reader: StoreReader) => operatorView(reader, operator, context.now()));
  return {
    operator: seen,
    ...(authToken.expiresAt !== undefined && { expiresAt: authToken.expiresAt }),
    service: {
      publicUrl: context.publicUrl(),
      ...(context.docsUrl !== undefined && { docsUrl: context.docsUrl }),
      version: context.version,
      store: store.engine,
      node: context.nodeName,
    },
  };
}
