import { acceptance, everyProject } from '@newsstand/contract/manage';
import type { z } from 'zod';
import type { Operator, Pass } from '../../../store/Office.ts';
import type { StoreReader, Writer } from '../../../store/Store.ts';
import type { Asked, OpenHandler } from '../Asked.ts';
import type { Desk } from '../Desk.ts';
import { ManageRefusal } from '../ManageRefusal.ts';
import { isOver } from './createDoor.ts';
import type { Guard } from './createGuard.ts';
import { endPasses } from './invitations.ts';
import { openSession, sessionAnswer } from './openSession.ts';
import { sha256Of } from './passSecret.ts';

type Acceptance = z.infer<typeof acceptance>;

/** Follows a link: sets the password, and signs in. The first owner comes into being by it. */
export function createAccept(desk: Desk, guard: Guard): OpenHandler {
  return async (asked) => {
    const given = await asked.body(acceptance);
    const store = await desk.store();
    // Looked at first: only who has a link may make us hash.
    await store.read((reader) => invited(reader, given, desk.now()));
    const passwordHash = await guard.hash(given.password);
    const { operator, opened } = await store.write((writer) =>
      accept(writer, desk, given, passwordHash, asked),
    );
    return sessionAnswer(desk, asked.request, operator, opened);
  };
}

async function accept(
  writer: Writer,
  desk: Desk,
  given: Acceptance,
  passwordHash: string,
  { request, address }: Asked,
) {
  const now = desk.now();
  const { pass, operator: before } = await invited(writer, given, now);
  const operator = { ...before, passwordHash };
  await writer.putOperator(operator);
  const { operatorId } = operator;
  await endPasses(writer, pass.operatorId, ({ type }) => type !== 'token');
  const opened = await openSession(writer, desk, operatorId, request);
  const action = pass.operatorId === undefined ? 'operator.create' : 'operator.accept';
  const target = `operators/${operatorId}`;
  await writer.addAudit({ at: now, by: operatorId, action, target, details: { address } });
  return { operator, opened };
}

/** Whom a link is for, or what they will be; refused where it leads nowhere. */
async function invited(
  reader: StoreReader,
  given: Acceptance,
  now: number,
): Promise<{ readonly pass: Pass; readonly operator: Operator }> {
  const pass = await reader.pass(sha256Of(given.token));
  if (pass?.type !== 'invitation' || isOver(pass, now)) throw invalid();
  if (pass.operatorId === undefined) return { pass, operator: await firstOwner(reader, given, now) };
  const operator = await reader.operator(pass.operatorId);
  if (operator === undefined) throw invalid();
  if (given.operatorId !== undefined && given.operatorId !== operator.operatorId) {
    const errors = [{ path: 'operatorId', message: `must be ${operator.operatorId}, or be left out` }];
    throw new ManageRefusal('invalid_body', 'the link is for somebody else', { errors });
  }
  return { pass, operator: { ...operator, name: given.name ?? operator.name } };
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
    throw new ManageRefusal('invalid_body', 'the first owner needs a name', { errors });
  }
  return { operatorId, name, roles: [{ projectId: everyProject, role: 'owner' }], createdAt: now };
}

function invalid(): ManageRefusal {
  return new ManageRefusal(
    'link_invalid',
    'ask an owner for a new link; for the first owner, start the service again, or use newsstand operator link',
  );
}
