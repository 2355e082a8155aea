import type { Place } from '@newsstand/contract/manage';
import { type Credential, explorerName } from '../../../store/Credential.ts';
import type { Writer } from '../../../store/Store.ts';
import { type Issued, issueCredential, keyAuditEvents, rotateCredential } from '../../issueCredential.ts';
import type { ApiContext } from '../ApiContext.ts';
import type { OperatorRequest } from '../ApiRequest.ts';
import { partsSeen } from '../operators/rights.ts';
import { writeAs } from '../writeAs.ts';

/** A key with its secret, which is only in memory. */
export type CachedKey = {
  readonly key: string;
  readonly secret: string;
  readonly expiresAt: number;
  readonly places: readonly Place[];
};

const validMilliseconds = 8 * 3_600_000;
/** A request takes less than that. */
const marginMilliseconds = 60_000;
const mostHeld = 1000;

/**
 * Gives each operator a key for everything that they can see, drafts too. It is created on first use, and gets
 * a new secret if that is no longer known here, expires soon, or the roles have changed.
 * `isRefused`: the cached key does not work.
 */
export function createExplorerKeys(context: ApiContext) {
  const held = new Map<string, CachedKey>();
  const underWay = new Map<string, Promise<CachedKey>>();

  async function keyFor(req: OperatorRequest, isRefused: boolean): Promise<CachedKey> {
    const { operatorId } = req.operator;
    const places = await placesSeenBy(context, req);
    const known = held.get(operatorId);
    if (known !== undefined && !isRefused && isRight(known, places, context.now())) return known;
    const made = await makeKey(context, req, places);
    held.delete(operatorId);
    held.set(operatorId, made);
    const [oldest] = held.keys();
    if (held.size > mostHeld && oldest !== undefined) held.delete(oldest);
    return made;
  }

  return (req: OperatorRequest, isRefused: boolean): Promise<CachedKey> => {
    const { operatorId } = req.operator;
    // One after the other: two created at once would invalidate each other.
    const before = underWay.get(operatorId)?.catch(() => undefined);
    const next = (before ?? Promise.resolve()).then(() => keyFor(req, isRefused));
    underWay.set(operatorId, next);
    return next.finally(() => {
      if (underWay.get(operatorId) === next) underWay.delete(operatorId);
    });
  };
}

async function placesSeenBy(context: ApiContext, { operator }: OperatorRequest): Promise<readonly Place[]> {
  const spaces = await (await context.store()).read((reader) => reader.spaces());
  const projectIds = [...new Set(spaces.map(({ projectId }) => projectId))].sort();
  return projectIds.flatMap((projectId) => partsSeen(operator.roles, { projectId }));
}

function isRight({ expiresAt, places }: CachedKey, wanted: readonly Place[], now: number): boolean {
  return expiresAt > now + marginMilliseconds && Bun.deepEquals(places, wanted);
}

/** Resolves when the key is in force on this node. */
async function makeKey(
  context: ApiContext,
  req: OperatorRequest,
  places: readonly Place[],
): Promise<CachedKey> {
  const name = explorerName(req.operator.operatorId);
  const expiresAt = context.now() + validMilliseconds;
  const order = { name, grants: places, preview: true, expiresAt };
  const { issued } = await writeAs(
    context,
    req,
    async (writer) => {
      const known = await findByName(writer, name);
      const issued = known === undefined ? issueCredential(order, context) : renewed(known, order, context);
      await writer.putCredential(issued.credential);
      return { issued, isNew: known === undefined };
    },
    ({ issued, isNew }) => keyAuditEvents(isNew ? 'key.create' : 'key.rotate', issued.credential),
  );
  return { key: issued.credential.key, secret: issued.secret, expiresAt, places };
}

async function findByName(writer: Writer, name: string): Promise<Credential | undefined> {
  const credentials = await writer.credentials();
  return credentials.find((one) => one.name === name && one.revokedAt === undefined);
}

/** Its earlier secret was known only to a process that has ended. */
function renewed(known: Credential, order: Partial<Credential>, context: ApiContext): Issued {
  const { credential, secret } = rotateCredential(known, 0, context);
  return { credential: { ...credential, ...order }, secret };
}
