import { setImmediate } from 'node:timers/promises';
import { broken } from '@newsstand/contract';
import {
  everyProject,
  isAllowed,
  isAllowedInPart,
  type ManageRoute,
  type Place,
  type Role,
  roleNames,
} from '@newsstand/contract/manage';
import type { AuditEntry, AuthToken, Operator } from '../../store/Admin.ts';
import type { Store, StoreReader, WriteOptions, Writer } from '../../store/Store.ts';
import type { ApiContext } from './ApiContext.ts';
import { ApiProblem } from './ApiProblem.ts';
import type { OperatorRequest, Unshown } from './ApiRequest.ts';
import { asAllowed, isExpired, isStillEnough } from './operators/authenticate.ts';
import { guardAccess } from './operators/checkConfirmation.ts';
import { guardItems } from './review/guardItems.ts';

/** An audit entry without its time and author. */
export type AuditEvent = Pick<AuditEntry, 'action' | 'projectId' | 'target' | 'details'>;

/**
 * One transaction of an operator, with its audit entries; it ends when this node shows what has changed. `work` gets the
 * operator as read in this transaction, with the roles that their session or token leaves them. `auditEvents` is called
 * when the work is done: a change without effect is not audited. With `isCopy`, whole places are moved as they are, with
 * their proposals: nothing of them is published by that.
 */
export async function writeAs<T>(
  context: ApiContext,
  req: OperatorRequest,
  work: (writer: Writer, operator: Operator) => Promise<T>,
  auditEvents: (result: T) => readonly AuditEvent[],
  options: Pick<WriteOptions, 'isCopy'> = {},
): Promise<T> {
  const opened = await context.store();
  const by = { name: req.operator.operatorId, at: context.now() };
  const result = await opened.write(
    async (writer) => {
      const operator = await stillAllowed(writer, req, by.at);
      const guarded = guardAccess(options.isCopy ? writer : guardItems(writer, context, by), req.route);
      const done = await work(guarded, operator);
      const entries = auditEvents(done).map((auditEvent) => ({ at: by.at, by: by.name, ...auditEvent }));
      if (entries.length > 0) await writer.addAudit(...entries);
      return done;
    },
    { by, ...options },
  );
  // After a large change, pending requests are handled before it is applied.
  await setImmediate();
  req.unshown.revision = await untilShown(context, opened);
  return result;
}

/** A body may take long to arrive, and so may the lock: a session that has ended in the meantime writes nothing. */
async function stillAllowed(reader: StoreReader, req: OperatorRequest, now: number): Promise<Operator> {
  const authToken = await reader.authToken(req.authToken.sha256);
  const operator =
    authToken === undefined || isExpired(authToken, now)
      ? undefined
      : await reader.operator(req.operator.operatorId);
  if (!authToken || !operator || !(await isStillEnough(reader, operator, authToken))) {
    throw new ApiProblem('session_missing', 'this session has ended');
  }
  const allowed = asAllowed(operator, authToken);
  checkRole(req.route, allowed, req.params);
  return allowed;
}

/** How long a response waits until this node shows the change. */
const usualPatience = 10_000;

/**
 * Waits until this node shows what is committed, in milliseconds: a large change takes a while to prepare. Returns the
 * revision if it is still not shown by then, or `newest` if the store can't tell. Errors are not reported to the client,
 * which would repeat the change.
 */
export async function untilShown(
  { shelves, onError, showingPatience }: ApiContext,
  store: Store,
  patience = showingPatience ?? usualPatience,
): Promise<Unshown> {
  const deadline = performance.now() + patience;
  let revision: Unshown = 'newest';
  for (;;) {
    try {
      if (revision === 'newest') ({ revision } = await store.bookmark());
      if (await shelves.shown(revision)) return undefined;
    } catch (error) {
      onError(error);
    }
    if (performance.now() >= deadline) return revision;
    await Bun.sleep(50);
  }
}

function isRole(access: ManageRoute['access']): access is Role {
  return roleNames.some((role) => role === access);
}

/** Throws if the operator lacks the role that a route needs, in the place that its path names. */
export function checkRole(
  { access, isForParts = false }: ManageRoute,
  { roles }: Pick<Operator, 'roles'>,
  { projectId = everyProject, spaceId, instanceId }: Readonly<Partial<Record<string, string>>>,
): void {
  if (!isRole(access)) return;
  const place = { projectId, spaceId, instanceId };
  if (!(isForParts ? isAllowedInPart : isAllowed)(roles, access, place)) throw roleMissing(access, place);
}

/** Throws if a token with scopes asks for the account of its operator, which it could use to get around its scopes. */
export function checkScopes({ path }: ManageRoute, { scopes }: AuthToken): void {
  if (scopes === undefined || !path.startsWith('/session/') || path.startsWith('/session/tokens')) return;
  throw new ApiProblem('role_missing', broken('scoped_token'));
}

/** The refusal of what needs a role in a place. It names only what the request named. */
export function roleMissing(role: Role, { projectId, spaceId, instanceId }: Place): ApiProblem {
  const type = instanceId !== undefined ? 'instance' : spaceId !== undefined ? 'space' : 'project';
  const path = [projectId, spaceId, instanceId].filter((each) => each !== undefined).join('/');
  const place = projectId === everyProject ? 'all projects' : `the ${type} ${path}`;
  return new ApiProblem('role_missing', broken('role_needed', { role, place }));
}
