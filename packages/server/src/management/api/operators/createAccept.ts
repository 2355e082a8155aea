import { acceptance, everyProject } from '@newsstand/contract/manage';
import type { z } from 'zod';
import type { AuthToken, Operator } from '../../../store/Admin.ts';
import type { StoreReader, Writer } from '../../../store/Store.ts';
import type { ApiContext } from '../ApiContext.ts';
import { ApiProblem } from '../ApiProblem.ts';
import type { ApiRequest, OpenHandler } from '../ApiRequest.ts';
import { isExpired } from './authenticate.ts';
import { sha256Of } from './authTokenSecret.ts';
import type { PasswordChecker } from './createPasswordChecker.ts';
import { endAuthTokens } from './invitations.ts';
import { openSession, sessionAnswer } from './openSession.ts';

type Acceptance = z.infer<typeof acceptance>;

/** Follows a link: sets the password, and signs in. The first owner comes into being by it. */
export function createAccept(context: ApiContext, passwords: PasswordChecker): OpenHandler {
  return async (req) => {
    const given = await req.body(acceptance);
    const store = await context.store();
    // Looked at first: only who has a link may make us hash.
    await store.read((reader) => invited(reader, given, context.now()));
    const passwordHash = await passwords.hash(given.password);
    const { operator, opened } = await store.write((writer) =>
      accept(writer, context, given, passwordHash, req),
    );
    return sessionAnswer(context, req.raw, operator, opened);
  };
}

async function accept(
  writer: Writer,
  context: ApiContext,
  given: Acceptance,
  passwordHash: string,
  { raw: request, address }: ApiRequest,
) {
  const now = context.now();
  const { authToken, operator: before } = await invited(writer, given, now);
  const operator = { ...before, passwordHash };
  await writer.putOperator(operator);
  const { operatorId } = operator;
  await endAuthTokens(writer, authToken.operatorId, ({ type }) => type !== 'token');
  const opened = await openSession(writer, context, operatorId, request);
  const action = authToken.operatorId === undefined ? 'operator.create' : 'operator.accept';
  const target = `operators/${operatorId}`;
  await writer.addAudit({ at: now, by: operatorId, action, target, details: { address } });
  return { operator, opened };
}

/** Whom a link is for, or what they will be; refused where it leads nowhere. */
async function invited(
  reader: StoreReader,
  given: Acceptance,
  now: number,
): Promise<{ readonly authToken: AuthToken; readonly operator: Operator }> {
  const authToken = await reader.authToken(sha256Of(given.token));
  if (authToken?.type !== 'invitation' || isExpired(authToken, now)) throw invalid();
  if (authToken.operatorId === undefined)
    return { authToken, operator: await firstOwner(reader, given, now) };
  const operator = await reader.operator(authToken.operatorId);
  if (operator === undefined) throw invalid();
  if (given.operatorId !== undefined && given.operatorId !== operator.operatorId) {
    const errors = [{ path: 'operatorId', message: `must be ${operator.operatorId}, or be left out` }];
    throw new ApiProblem('invalid_body', 'the link is for somebody else', { errors });
  }
  return { authToken, operator: { ...operator, name: given.name ?? operator.name } };
}

async function firstOwner(
  reader: StoreReader,
  { operatorId, name }: Acceptance,
  now: number,
): Promise<Operator> {
  if ((await reader.operators()).length > 0) throw invalid();
  if (operatorId === undefined || name === undefined) {
    const missing = Object.entries({ operatorId, name }).filter(([, value]) => value === undefined);
    const errors = missing.map(([path]) => ({ path, message: 'is missing' }));
    throw new ApiProblem('invalid_body', 'the first owner needs a name', { errors });
  }
  return { operatorId, name, roles: [{ projectId: everyProject, role: 'owner' }], createdAt: now };
}

function invalid(): ApiProblem {
  return new ApiProblem(
    'link_invalid',
    'ask an owner for a new link; for the first owner, start the service again, or use newsstand operator link',
  );
}
