import { isAllowed, keyOrder, keyRotation } from '@newsstand/contract/manage';
import type { Credential, Grant } from '../../../store/Credential.ts';
import { credentialState } from '../../../store/credentialState.ts';
import type { KeyUsage, Operator } from '../../../store/Office.ts';
import type { StoreReader } from '../../../store/Store.ts';
import { issueCredential, rotateCredential } from '../../issueCredential.ts';
import type { AskedByOperator, Handlers } from '../Asked.ts';
import type { Desk } from '../Desk.ts';
import { ManageRefusal } from '../ManageRefusal.ts';
import { writeAs } from '../writeAs.ts';
import { isExplorerName } from './explorerKey.ts';
import { keyDeeds } from './keyDeeds.ts';
import { dayOf, keyView } from './keyView.ts';

type KeyAction = 'listKeys' | 'createKey' | 'rotateKey' | 'revokeKey';

/** The keys of readers. `pendingUsage` is what was counted of them and is not in the store yet. */
export function keyHandlers(desk: Desk, pendingUsage: () => readonly KeyUsage[]): Pick<Handlers, KeyAction> {
  const { now } = desk;

  async function listKeys({ operator }: AskedByOperator): Promise<Response> {
    const store = await desk.store();
    const [credentials, usages] = await store.read((reader) => keysAndUsage(reader, now()));
    const known = Map.groupBy([...usages, ...pendingUsage()], ({ key }) => key);
    const seen = credentials.filter((credential) => isSeen(operator, credential));
    return Response.json(
      seen
        .sort((one, other) => other.createdAt - one.createdAt)
        .map((credential) => keyView(credential, known.get(credential.key) ?? [], now())),
    );
  }

  async function createKey(asked: AskedByOperator): Promise<Response> {
    const { name, grants, preview, expiresAt } = await asked.body(keyOrder);
    if (isExplorerName(name)) throw wrong('name', 'is the name of a key that the explorer makes for itself');
    if (expiresAt !== undefined && expiresAt <= now()) throw wrong('expiresAt', 'must be in the future');
    const different = [...new Map(grants.map((grant) => [JSON.stringify(grant), grant])).values()];
    const { credential, secret } = issueCredential({ name, grants: different, preview, expiresAt }, desk);
    await writeAs(
      desk,
      asked,
      async (writer, operator) => {
        mustOwn(operator, grants);
        await writer.putCredential(credential);
      },
      () => keyDeeds('key.create', credential),
    );
    return Response.json({ ...keyView(credential, [], now()), secret }, { status: 201 });
  }

  async function rotateKey(asked: AskedByOperator): Promise<Response> {
    const { graceMilliseconds } = await asked.body(keyRotation);
    const { credential, secret, usages } = await writeAs(
      desk,
      asked,
      async (writer, operator) => {
        const found = await findOwned(writer, operator, asked);
        const state = credentialState(found, now());
        if (state !== 'active') throw new ManageRefusal('conflict', `this key is ${state}: make a new one`);
        const issued = rotateCredential(found, graceMilliseconds, desk);
        await writer.putCredential(issued.credential);
        return { ...issued, usages: await writer.keyUsage(dayOf(now())) };
      },
      ({ credential }) => keyDeeds('key.rotate', credential),
    );
    return Response.json({ ...keyView(credential, [...usages, ...pendingUsage()], now()), secret });
  }

  async function revokeKey(asked: AskedByOperator): Promise<Response> {
    const { credential, usages } = await writeAs(
      desk,
      asked,
      async (writer, operator) => {
        const found = await findOwned(writer, operator, asked);
        const usages = await writer.keyUsage(dayOf(now()));
        if (found.revokedAt !== undefined) return { credential: found, usages, isNew: false };
        const credential = { ...found, revokedAt: now() };
        await writer.putCredential(credential);
        return { credential, usages, isNew: true };
      },
      ({ credential, isNew }) => (isNew ? keyDeeds('key.revoke', credential) : []),
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

/** Whoever may not see a key must not learn that it is there. */
async function findOwned(
  reader: StoreReader,
  operator: Operator,
  { params }: AskedByOperator,
): Promise<Credential> {
  const found = (await reader.credentials()).find(({ key }) => key === params['key']);
  if (found === undefined || !isSeen(operator, found)) {
    throw new ManageRefusal('not_found', 'there is no such key; the list of keys has all of them');
  }
  mustOwn(operator, found.grants);
  return found;
}

/** A key is for those to see who may look at all that it reaches. */
function isSeen({ roles }: Operator, { grants }: Credential): boolean {
  const projects = projectsOf(grants);
  return (
    isAllowed(roles, 'viewer') ||
    (projects.length > 0 && projects.every((projectId) => isAllowed(roles, 'viewer', projectId)))
  );
}

function mustOwn({ roles }: Operator, grants: readonly Grant[]): void {
  const missing = projectsOf(grants).find((projectId) => !isAllowed(roles, 'owner', projectId));
  if (missing === undefined) return;
  throw new ManageRefusal('role_missing', `this needs the role owner in the project ${missing}`);
}

function projectsOf(grants: readonly Grant[]): readonly string[] {
  return [...new Set(grants.map(({ projectId }) => projectId))];
}

function wrong(path: string, message: string): ManageRefusal {
  return new ManageRefusal('invalid_body', `${path} ${message}`, { errors: [{ path, message }] });
}
