import { broken } from '@newsstand/contract';
import { isAllowed, type KeyView, keyOrder, keyRotation } from '@newsstand/contract/manage';
import type { KeyUsage, Operator } from '../../../store/Admin.ts';
import { type Credential, credentialState, type Grant, isExplorerName } from '../../../store/Credential.ts';
import type { StoreReader } from '../../../store/Store.ts';
import { issueCredential, keyAuditEvents, rotateCredential } from '../../issueCredential.ts';
import type { ApiContext } from '../ApiContext.ts';
import { ApiProblem, invalidMember } from '../ApiProblem.ts';
import type { Handlers, OperatorRequest } from '../ApiRequest.ts';
import { roleMissing, writeAs } from '../writeAs.ts';

type KeyAction = 'listKeys' | 'createKey' | 'rotateKey' | 'revokeKey';

/** Handles the keys of readers. `pendingUsage` is usage that is not in the store yet. */
export function keyHandlers(
  context: ApiContext,
  pendingUsage: () => readonly KeyUsage[],
): Pick<Handlers, KeyAction> {
  const { now } = context;

  async function listKeys({ operator }: OperatorRequest): Promise<Response> {
    const store = await context.store();
    const [credentials, usages] = await store.read((reader) => keysAndUsage(reader, now()));
    const known = Map.groupBy([...usages, ...pendingUsage()], ({ key }) => key);
    const seen = credentials.filter((credential) => isSeen(operator, credential));
    return Response.json(
      seen
        .sort((one, other) => other.createdAt - one.createdAt)
        .map((credential) => keyView(credential, known.get(credential.key) ?? [], now())),
    );
  }

  async function createKey(req: OperatorRequest): Promise<Response> {
    const { name, grants, preview, expiresAt } = await req.body(keyOrder);
    if (isExplorerName(name)) throw invalidMember('name', 'reserved_name');
    if (expiresAt !== undefined && expiresAt <= now()) throw invalidMember('expiresAt', 'past');
    const different = [...new Map(grants.map((grant) => [JSON.stringify(grant), grant])).values()];
    const { credential, secret } = issueCredential({ name, grants: different, preview, expiresAt }, context);
    await writeAs(
      context,
      req,
      async (writer, operator) => {
        mustOwn(operator, grants);
        await writer.putCredential(credential);
      },
      () => keyAuditEvents('key.create', credential),
    );
    return Response.json({ ...keyView(credential, [], now()), secret }, { status: 201 });
  }

  async function rotateKey(req: OperatorRequest): Promise<Response> {
    const { graceMilliseconds } = await req.body(keyRotation);
    const { credential, secret, usages } = await writeAs(
      context,
      req,
      async (writer, operator) => {
        const found = await findOwned(writer, operator, req);
        const state = credentialState(found, now());
        if (state !== 'active') throw new ApiProblem('conflict', broken('key_over', { state }));
        const issued = rotateCredential(found, graceMilliseconds, context);
        await writer.putCredential(issued.credential);
        return { ...issued, usages: await writer.keyUsage(dayOf(now())) };
      },
      ({ credential }) => keyAuditEvents('key.rotate', credential),
    );
    return Response.json({ ...keyView(credential, [...usages, ...pendingUsage()], now()), secret });
  }

  async function revokeKey(req: OperatorRequest): Promise<Response> {
    const { credential, usages } = await writeAs(
      context,
      req,
      async (writer, operator) => {
        const found = await findOwned(writer, operator, req);
        const usages = await writer.keyUsage(dayOf(now()));
        if (found.revokedAt !== undefined) return { credential: found, usages, isNew: false };
        const credential = { ...found, revokedAt: now() };
        await writer.putCredential(credential);
        return { credential, usages, isNew: true };
      },
      ({ credential, isNew }) => (isNew ? keyAuditEvents('key.revoke', credential) : []),
    );
    return Response.json(keyView(credential, [...usages, ...pendingUsage()], now()));
  }

  return { listKeys, createKey, rotateKey, revokeKey };
}

async function keysAndUsage(
  reader: StoreReader,
  now: number,
): Promise<readonly [readonly Credential[], readonly KeyUsage[]]> {
  return [await reader.credentials(), await reader.keyUsage(dayOf(now))];
}

/** Operators who cannot see a key must not learn that it exists. */
async function findOwned(
  reader: StoreReader,
  operator: Operator,
  { params }: OperatorRequest,
): Promise<Credential> {
  const found = (await reader.credentials()).find(({ key }) => key === params['key']);
  if (found === undefined || !isSeen(operator, found)) {
    throw new ApiProblem('not_found', 'there is no such key; see the list of keys');
  }
  mustOwn(operator, found.grants);
  return found;
}

/** A key is visible to operators who can see everything it grants. Preview links are listed with their items. */
function isSeen({ roles }: Operator, { grants, item }: Credential): boolean {
  if (item !== undefined) return false;
  return (
    isAllowed(roles, 'viewer') ||
    (grants.length > 0 && grants.every((grant) => isAllowed(roles, 'viewer', grant)))
  );
}

function mustOwn({ roles }: Operator, grants: readonly Grant[]): void {
  const missing = grants.find((grant) => !isAllowed(roles, 'owner', grant));
  if (missing !== undefined) throw roleMissing('owner', missing);
}

const dayMilliseconds = 86_400_000;

/** The UTC day of a time, counted from 1970. */
function dayOf(at: number): number {
  return Math.floor(at / dayMilliseconds);
}

/** A key as shown to operators, with its usage, which may be in several parts. */
function keyView(credential: Credential, usages: readonly KeyUsage[], now: number): KeyView {
  const { key, name, grants, preview, createdAt, expiresAt, revokedAt } = credential;
  const own = usages.filter((usage) => usage.key === key);
  const today = own.filter(({ day }) => day === dayOf(now));
  const oldSecretUntil = Math.max(...credential.secrets.map(({ until = 0 }) => until));
  return {
    ...{ key, name, preview, createdAt },
    grants: grants.map(grantView),
    state: credentialState(credential, now),
    ...(expiresAt !== undefined && { expiresAt }),
    ...(revokedAt !== undefined && { revokedAt }),
    ...(oldSecretUntil > now && { oldSecretUntil }),
    ...(own.length > 0 && { lastUsedAt: Math.max(...own.map(({ lastUsedAt }) => lastUsedAt)) }),
    requestsToday: today.reduce((sum, { requests }) => sum + requests, 0),
  };
}

function grantView({ projectId, spaceId, instanceId }: Grant): KeyView['grants'][number] {
  return {
    projectId,
    ...(spaceId !== undefined && { spaceId }),
    ...(instanceId !== undefined && { instanceId }),
  };
}
