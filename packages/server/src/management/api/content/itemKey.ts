import { broken, type Kind, kinds } from '@newsstand/contract';
import { itemPaths, manageRoot } from '@newsstand/contract/manage';
import type { Reader, RecordKey, StoredRecord } from '../../../store/Store.ts';
import { ApiProblem } from '../ApiProblem.ts';
import type { ApiRequest } from '../ApiRequest.ts';

/** A kind of content in a space or an instance. */
export type ShelfKey = Omit<RecordKey, 'id'>;

/** The shelf that a path names. */
export function shelfKey({ route, params }: Pick<ApiRequest, 'route' | 'params'>): ShelfKey {
  if (route.kind === undefined) throw new Error(`the route ${route.action} is of no kind`);
  const scope = { projectId: param(params, 'projectId'), spaceId: param(params, 'spaceId') };
  return shelfOf(route.kind, { ...scope, instanceId: params['instanceId'] });
}

/** The item that a path names. */
export function itemKey(req: Pick<ApiRequest, 'route' | 'params'>): RecordKey {
  const shelf = shelfKey(req);
  return { ...shelf, id: param(req.params, kinds[shelf.kind].idField) };
}

/** The key of a shelf; only kinds that live in an instance have an `instanceId`. */
export function shelfOf(kind: Kind, { projectId, spaceId, instanceId }: Omit<ShelfKey, 'kind'>): ShelfKey {
  return instanceId === undefined ? { kind, projectId, spaceId } : { kind, projectId, spaceId, instanceId };
}

/** A path parameter. The router has checked that it exists and is an ID. */
export function param(params: ApiRequest['params'], name: string): string {
  const value = params[name];
  if (value === undefined) throw new Error(`the path has no ${name}`);
  return value;
}

/** The members that identify an item, as in its path. */
export function namingMembers(key: RecordKey): Readonly<Record<string, string>> {
  const { projectId, spaceId, instanceId, kind, id } = key;
  const instance = instanceId === undefined ? {} : { instanceId };
  return { projectId, spaceId, ...instance, [kinds[kind].idField]: id };
}

/** The URL path of an item. */
export function itemPath(key: RecordKey): string {
  const members = namingMembers(key);
  return `${manageRoot}${itemPaths(key.kind).one.replaceAll(/\{(\w+)\}/g, (_, name) => members[name] ?? '')}`;
}

/** How the audit log names an item: its path below the project. */
export function targetPath({ spaceId, kind, instanceId, id }: RecordKey): string {
  return [spaceId, kind, ...(instanceId === undefined ? [] : [instanceId]), id].join('/');
}

/** An item in the words of a message. */
export function inWords({ kind, instanceId, id }: RecordKey): string {
  return `${kind} '${id}' in ${instanceId === undefined ? 'this space' : `instance '${instanceId}'`}`;
}

/** The problem of an item that does not exist. */
export function noSuchItem(key: RecordKey): ApiProblem {
  return new ApiProblem('not_found', broken('no_item', { item: inWords(key) }));
}

/** Throws if the space or instance does not exist: only owners create them. */
export async function mustHaveShelf(reader: Reader, shelf: ShelfKey): Promise<void> {
  const { kind, projectId, spaceId, instanceId } = shelf;
  const isIn = (place: { projectId: string; spaceId: string }) =>
    place.projectId === projectId && place.spaceId === spaceId;
  if (instanceId === undefined) {
    if ((await reader.spaces()).some(isIn)) return;
    throw new ApiProblem('not_found', `there is no space '${spaceId}' in this project; create it first`);
  }
  const instances = await reader.instances();
  if (instances.some((one) => isIn(one) && one.app === kind && one.instanceId === instanceId)) return;
  throw new ApiProblem(
    'not_found',
    `there is no instance '${instanceId}' for ${kind} in this space; create it first`,
  );
}

/** Letters and digits without lookalikes, which form no words: 32 of them, five bits each. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

/** Whether a text looks like an ID generated here. */
export function isNewId(text: string): boolean {
  return /^[0-9a-hjkmnp-tv-z]{12}$/.test(text);
}

/** Generates an ID: short, easy to read out, and unique. */
export function newId(random: (bytes: number) => Uint8Array): string {
  return Array.from(random(12), (byte) => alphabet[byte & 31]).join('');
}

/** How many are looked up at once: a round trip for each would be slow, and each may be large. */
const lookupSize = 10;

/** Looks up records in the order of their keys; without a record for a key that does not exist. */
export async function* findEach<Key extends RecordKey>(
  reader: Reader,
  keys: readonly Key[],
): AsyncGenerator<{ readonly key: Key; readonly record: StoredRecord | undefined }> {
  for (let start = 0; start < keys.length; start += lookupSize) {
    const some = keys.slice(start, start + lookupSize);
    const found = await reader.findAll(some);
    for (const [index, key] of some.entries()) yield { key, record: found[index] };
  }
}
