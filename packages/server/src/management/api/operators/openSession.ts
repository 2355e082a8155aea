import type { SessionView } from '@newsstand/contract/manage';
import type { Operator, Pass } from '../../../store/Office.ts';
import type { StoreReader, Writer } from '../../../store/Store.ts';
import type { Desk } from '../Desk.ts';
import { deviceCookie } from './deviceCookie.ts';
import { operatorView } from './operatorView.ts';
import { newPassId, newPassSecret, sha256Of } from './passSecret.ts';
import { readSessionCookie, sessionCookie } from './sessionCookie.ts';
import { idleMilliseconds, mostMilliseconds } from './sessionTimes.ts';

/** Browsers that someone is signed in with at once; beyond that the oldest is signed out. */
const mostSessions = 50;

/** A session that was just opened. Its secret is known at this moment only. */
export type OpenedSession = { readonly pass: Pass; readonly secret: string };

/** Opens a session for an operator. The one that came along with the request ends, whosever it is. */
export async function openSession(
  writer: Writer,
  { now, random, managementUrl }: Desk,
  operatorId: string,
  request: Request,
): Promise<OpenedSession> {
  const cameAlong = readSessionCookie(request, managementUrl());
  if (cameAlong !== undefined) await endSession(writer, sha256Of(cameAlong));
  await writer.removeExpiredPasses(now());
  const sessions = (await writer.passes(operatorId)).filter(({ type }) => type === 'session');
  const oldest = sessions.toSorted((a, b) => b.createdAt - a.createdAt).slice(mostSessions - 1);
  for (const { sha256 } of oldest) await writer.removePass(sha256);
  const secret = newPassSecret('session', random);
  const pass: Pass = {
    sha256: sha256Of(secret),
    type: 'session',
    operatorId,
    id: newPassId(random),
    createdAt: now(),
    expiresAt: now() + idleMilliseconds,
  };
  await writer.putPass(pass);
  return { pass, secret };
}

async function endSession(writer: Writer, sha256: string): Promise<void> {
  const pass = await writer.pass(sha256);
  if (pass?.type === 'session') await writer.removePass(sha256);
}

/** Answers with a session, and hands it to the browser, which is known from now on. */
export async function sessionAnswer(
  desk: Desk,
  request: Request,
  operator: Operator,
  { pass, secret }: OpenedSession,
): Promise<Response> {
  const answer = Response.json(await sessionView(desk, operator, pass));
  const cookie = sessionCookie(secret, mostMilliseconds / 1000, desk.managementUrl());
  answer.headers.append('set-cookie', cookie);
  answer.headers.append('set-cookie', deviceCookie(request, operator, desk));
  return answer;
}

/** Who is signed in, and where. */
export async function sessionView(desk: Desk, operator: Operator, pass: Pass): Promise<SessionView> {
  const store = await desk.store();
  const seen = await store.read((reader: StoreReader) => operatorView(reader, operator, desk.now()));
  return {
    operator: seen,
    ...(pass.expiresAt !== undefined && { expiresAt: pass.expiresAt }),
    service: {
      publicUrl: desk.publicUrl(),
      version: desk.version,
      store: store.engine,
      node: desk.nodeName,
    },
  };
}
