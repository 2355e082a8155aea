import { broken } from '@newsstand/contract';
import { isAllowed, type OpenSession } from '@newsstand/contract/manage';
import Bowser from 'bowser';
import type { AuthToken, Operator } from '../../../store/Admin.ts';
import type { StoreReader, Writer } from '../../../store/Store.ts';
import type { ApiContext } from '../ApiContext.ts';
import { ApiProblem } from '../ApiProblem.ts';
import type { Handlers, OperatorRequest } from '../ApiRequest.ts';
import { type AuditEvent, writeAs } from '../writeAs.ts';
import { isExpired } from './authenticate.ts';
import { endedCookie } from './cookies.ts';
import { isWhollyWithin, isWithin } from './rights.ts';

type SessionListHandlers = Pick<Handlers, 'listSessions' | 'endSession' | 'endSessions'>;

/** Handles the lists of sessions: one's own, and those of operators whom one controls wholly. */
export function sessionListHandlers(context: ApiContext): SessionListHandlers {
  return {
    listSessions: async (req) => {
      const store = await context.store();
      const found = await store.read(async (reader) => {
        const { operatorId } = await whoseSessions(reader, req, req.operator);
        return sessionsOf(reader, operatorId, context.now());
      });
      return Response.json(found.map((each) => sessionListView(each, req.authToken)));
    },
    endSession: async (req) => {
      const { sha256 } = await writeAs(
        context,
        req,
        async (writer, operator) => {
          const { operatorId } = await whoseSessions(writer, req, operator);
          const [ended] = await endSessions(
            writer,
            operatorId,
            context.now(),
            isOne(req.params['sessionId']),
          );
          if (ended === undefined)
            throw new ApiProblem('not_found', 'there is no such session; it may have ended');
          return { ...ended, operatorId };
        },
        ({ operatorId }) => [sessionAuditEvent(operatorId, 1)],
      );
      const isThis = sha256 === req.authToken.sha256;
      const headers: Record<string, string> = isThis
        ? { 'set-cookie': endedCookie(context.managementUrl()) }
        : {};
      return new Response(null, { status: 204, headers });
    },
    endSessions: async (req) => {
      const { ended } = await writeAs(
        context,
        req,
        async (writer, operator) => {
          const { operatorId } = await whoseSessions(writer, req, operator);
          const isOther = ({ sha256 }: AuthToken) => sha256 !== req.authToken.sha256;
          return { operatorId, ended: await endSessions(writer, operatorId, context.now(), isOther) };
        },
        (result) =>
          result.ended.length > 0 ? [sessionAuditEvent(result.operatorId, result.ended.length)] : [],
      );
      return Response.json({ ended: ended.length });
    },
  };
}

/** The operator whose sessions a request is about. A token with scopes is not its operator. */
async function whoseSessions(
  reader: Pick<StoreReader, 'operator'>,
  { params, authToken }: OperatorRequest,
  by: Operator,
): Promise<Operator> {
  const operatorId = params['operatorId'] ?? '';
  const operator = await reader.operator(operatorId);
  const isSelf = by.operatorId === operatorId && authToken.scopes === undefined;
  // Nobody owns a place of somebody without roles.
  const isControlled =
    isAllowed(by.roles, 'owner') || (operator?.roles.length && isWhollyWithin(by.roles, operator));
  if (operator && (isSelf || isControlled)) return operator;
  if (operator?.roles.some((grant) => isWithin(by.roles, grant))) {
    throw new ApiProblem('role_missing', broken('partly_owned'));
  }
  throw new ApiProblem('not_found', `there is no operator ${operatorId}`);
}

/** The sessions of an operator that have not expired, the latest used first. */
export async function sessionsOf(
  reader: Pick<StoreReader, 'authTokens'>,
  operatorId: string,
  now: number,
): Promise<readonly AuthToken[]> {
  const sessions = (await reader.authTokens(operatorId)).filter(
    (each) => each.type === 'session' && !isExpired(each, now),
  );
  return sessions.toSorted((a, b) => usedAt(b) - usedAt(a));
}

function usedAt({ createdAt, lastUsedAt }: AuthToken): number {
  return lastUsedAt ?? createdAt;
}

/** Ends some sessions of an operator, in force with the next request on every node. */
export async function endSessions(
  writer: Writer,
  operatorId: string,
  now: number,
  isEnded: (session: AuthToken) => boolean,
): Promise<readonly AuthToken[]> {
  const ended = (await sessionsOf(writer, operatorId, now)).filter(isEnded);
  for (const { sha256 } of ended) await writer.removeAuthToken(sha256);
  return ended;
}

/** Selects a session by its ID. */
export function isOne(sessionId: string | undefined): (session: AuthToken) => boolean {
  return ({ id }) => id === sessionId;
}

/** The audit event of sessions that were ended by hand. */
export function sessionAuditEvent(operatorId: string, sessions: number): AuditEvent {
  return { action: 'session.end', target: `operators/${operatorId}`, details: { sessions } };
}

/** A session as it is listed. */
export function sessionListView(session: AuthToken, current?: AuthToken): OpenSession {
  const { id, sha256, address, lastAddress, createdAt, lastUsedAt, expiresAt } = session;
  return {
    ...{ sessionId: id, isThis: sha256 === current?.sha256 },
    ...deviceOf(session),
    ...(address !== undefined && { address }),
    ...(lastAddress !== undefined && { lastAddress }),
    createdAt,
    ...(lastUsedAt !== undefined && { lastUsedAt }),
    ...(expiresAt !== undefined && { expiresAt }),
  };
}

/** Browser and operating system, as far as the browser says. */
function deviceOf({ userAgent }: AuthToken): Pick<OpenSession, 'browser' | 'system'> {
  if (userAgent === undefined || userAgent === '') return {};
  const parser = Bowser.getParser(userAgent);
  const [browser, system] = [parser.getBrowserName(), parser.getOSName()];
  return { ...(browser && { browser }), ...(system && { system }) };
}
