import { setImmediate } from 'node:timers/promises';
import { type Kind, kindNames } from '@newsstand/contract';
import type { AuthToken, Factor, Imported, KeyUsage, Version } from '../../store/Admin.ts';
import type { StoredAudit } from '../../store/Audit.ts';
import {
  encodeAccessPolicy,
  encodeAuthToken,
  encodeFactor,
  encodeOperator,
} from '../../store/adminDocuments.ts';
import { encodeCredential } from '../../store/Credential.ts';
import {
  commentedWords,
  type DiscussedProposal,
  encodeProposal,
  type ReviewComment,
} from '../../store/Proposal.ts';
import { encodeRemovedPlace, placeIds } from '../../store/placeDocuments.ts';
import type { Instance, Space, StoredRecord, StoreReader } from '../../store/Store.ts';
import { encodeNext } from '../../store/StoredRecord.ts';
import { encodeWebhook, type Webhook } from '../../store/Webhook.ts';

/** The number of entries, and a hash over them. */
export type Digest = { readonly count: number; readonly sha256: string };

/** All records of one kind in one scope: `sha256` is over id, alias, document and links in the order of reading. */
export type ShelfDigest = Space & {
  readonly instanceId?: string;
  readonly kind: Kind;
  readonly records: number;
  readonly sha256: string;
};

/** The content of a store, whatever its engine: stores with equal digests hold the same. */
export type StoreDigest = {
  readonly shelves: readonly ShelfDigest[];
  readonly spaces: Digest;
  readonly instances: Digest;
  readonly credentials: Digest;
  readonly mediaKey: Digest;
  readonly placeNames: Digest;
  /** What was removed, and can be restored. */
  readonly removedPlaces: Digest;
  readonly operators: Digest;
  /** Only API tokens: sessions and invitations belong to the node where they were created. */
  readonly tokens: Digest;
  /** Second factors, and who needs one. */
  readonly factors: Digest;
  readonly accessPolicy: Digest;
  /** Without whether they are on: copies are not. */
  readonly webhooks: Digest;
  readonly versions: Digest;
  /** What imports from other systems have brought. */
  readonly imported: Digest;
  /** With both ends of its chain. */
  readonly audit: Digest;
  readonly pseudonyms: Digest;
  readonly keyUsage: Digest;
  /** With their comments. */
  readonly proposals: Digest;
};

type Take<T> = (batch: readonly T[]) => Promise<void> | void;

/** Called with everything that is read, batch by batch. */
export type BatchListeners = {
  readonly records?: Take<StoredRecord>;
  readonly versions?: Take<Version>;
  readonly imported?: Take<Imported>;
  readonly audit?: Take<StoredAudit>;
  readonly keyUsage?: Take<KeyUsage>;
  readonly proposals?: Take<DiscussedProposal>;
};

/** Reads everything once, and passes every batch on. Empty shelves are included. */
export async function digestStore(reader: StoreReader, listeners: BatchListeners): Promise<StoreDigest> {
  const [spaces, instances] = [await reader.spaces(), await reader.instances()];
  const shelves = emptyShelves(spaces, instances);
  for await (const batch of reader.records()) {
    for (const record of batch) add(shelves, record);
    await listeners.records?.(batch);
    await yieldToEventLoop();
  }
  return {
    shelves: [...shelves.values()].map(shelfDigest).toSorted(inOrder),
    spaces: digest(spaces.map(({ projectId, spaceId }) => JSON.stringify([projectId, spaceId]))),
    instances: digest(await Promise.all(instances.map((each) => instanceText(reader, each)))),
    credentials: digest((await reader.credentials()).map(encodeCredential)),
    mediaKey: digest([await reader.mediaKey()]),
    placeNames: digest(
      (await reader.placeNames()).map((named) => JSON.stringify([...placeIds(named), named.name])),
    ),
    removedPlaces: await digestAll(removedParts(reader), (parts) => parts),
    operators: digest((await reader.operators()).map(encodeOperator)),
    tokens: digest((await tokensOf(reader)).map(encodeAuthToken)),
    factors: digest((await factorsOf(reader)).map(encodeFactor)),
    accessPolicy: digest([encodeAccessPolicy(await reader.accessPolicy())]),
    webhooks: digest((await reader.webhooks()).map(webhookText)),
    versions: await digestAll(reader.allVersions(), versionParts, listeners.versions),
    imported: await digestAll(
      reader.allImported(),
      ({ key, digest }) => [shelfTitle(key), key.id, digest],
      listeners.imported,
    ),
    audit: await digestAudit(reader, listeners.audit),
    pseudonyms: digest(
      (await reader.pseudonyms()).map(({ pseudonym, salt, operatorId, label }) =>
        JSON.stringify([pseudonym, salt, operatorId, label]),
      ),
    ),
    keyUsage: await digestAll(reader.allKeyUsage(), usageParts, listeners.keyUsage),
    proposals: await digestAll(reader.allProposals(), proposalParts, listeners.proposals),
  };
}

async function* removedParts(reader: StoreReader): AsyncGenerator<readonly (readonly string[])[]> {
  for (const removed of await reader.removedPlaces()) {
    yield [[encodeRemovedPlace(removed)]];
    for await (const parts of reader.removedParts(removed.removalId)) {
      yield parts.map(({ type, document }) => [type, document]);
    }
  }
}

/** The API tokens of all operators. */
export async function tokensOf(reader: StoreReader): Promise<readonly AuthToken[]> {
  const tokens: AuthToken[] = [];
  for (const { operatorId } of await reader.operators()) {
    tokens.push(...(await reader.authTokens(operatorId)).filter(({ type }) => type === 'token'));
  }
  return tokens;
}

/** The second factors of all operators. */
export async function factorsOf(reader: StoreReader): Promise<readonly Factor[]> {
  const factors: Factor[] = [];
  for (const { operatorId } of await reader.operators()) factors.push(...(await reader.factors(operatorId)));
  return factors;
}

/** SQLite never yields, and signals have to be handled. */
const yieldToEventLoop = () => setImmediate();

/** Reads what may exceed memory, in the same order from every engine. */
async function digestAll<T>(
  batches: AsyncIterable<readonly T[]>,
  partsOf: (one: T) => readonly unknown[],
  take: Take<T> = () => {},
): Promise<Digest> {
  const hasher = new Bun.CryptoHasher('sha256');
  let count = 0;
  for await (const batch of batches) {
    for (const one of batch) hasher.update(`${JSON.stringify(partsOf(one))}\n`);
    count += batch.length;
    await take(batch);
    await yieldToEventLoop();
  }
  return { count, sha256: hasher.digest('hex') };
}

function versionParts({ record, ...version }: Version): readonly unknown[] {
  const { number, replacedAt, replacedBy, wasRemoved } = version;
  return [shelfTitle(record), ...recordParts(record), number, replacedAt, replacedBy, wasRemoved];
}

async function digestAudit(reader: StoreReader, take: Take<StoredAudit> | undefined): Promise<Digest> {
  const { count, sha256 } = await digestAll(reader.allAudit(), auditParts, take);
  const { anchor, head } = await reader.auditChain();
  const ends = [anchor.number, anchor.hash, head.number, head.hash];
  return { count, sha256: digest([sha256, JSON.stringify(ends)]).sha256 };
}

function auditParts(entry: StoredAudit): readonly unknown[] {
  const { number, at, author, action, projectId, target, details, personal, personalSha256, hash } = entry;
  return [number, at, author, action, projectId, target, details, personal, personalSha256, hash];
}

function usageParts({ key, day, requests, lastUsedAt }: KeyUsage): readonly unknown[] {
  return [key, day, requests, lastUsedAt];
}

function proposalParts({ thread, ...proposal }: DiscussedProposal): readonly unknown[] {
  const { proposalId, key, state, proposedBy, proposedAt, closedBy = null } = proposal;
  const own = [proposalId, shelfTitle(key), key.id, state, proposedBy, proposedAt, closedBy];
  return [...own, encodeProposal(proposal), ...thread.map(commentParts)];
}

/** Comments from before they could be about words have the digest that they had then. */
function commentParts({ at, by, text, words }: ReviewComment): readonly unknown[] {
  return words === undefined ? [at, by, text] : [at, by, text, commentedWords.parse(words)];
}

function recordParts({ id, alias, document, links, next }: StoredRecord): readonly unknown[] {
  const own = [id, alias ?? null, document, ...links.map(({ kind, id }) => [kind, id])];
  return next === undefined ? own : [...own, encodeNext(next)];
}

/** The parts besides shelves, and their names in messages. */
const parts = [
  ['spaces', 'spaces'],
  ['instances', 'instances'],
  ['credentials', 'credentials'],
  ['mediaKey', 'the media key'],
  ['placeNames', 'the names of projects, spaces and instances'],
  ['removedPlaces', 'removed projects, spaces and instances'],
  ['operators', 'operators'],
  ['tokens', 'tokens'],
  ['factors', 'second factors'],
  ['accessPolicy', 'the access policy'],
  ['webhooks', 'webhooks'],
  ['versions', 'versions'],
  ['imported', 'what imports have brought'],
  ['audit', 'the audit log'],
  ['pseudonyms', 'pseudonyms'],
  ['keyUsage', 'the usage of keys'],
  ['proposals', 'proposals'],
] as const;

/** What differs between two stores, shelves first; empty if they hold the same. */
export function differences(one: StoreDigest, other: StoreDigest): readonly string[] {
  const others = parts.filter(([part]) => one[part].sha256 !== other[part].sha256);
  const shelves = new Map(other.shelves.map((shelf) => [shelfTitle(shelf), shelf]));
  const titles = new Set([...one.shelves.map(shelfTitle), ...shelves.keys()]);
  for (const shelf of one.shelves) {
    if (shelves.get(shelfTitle(shelf))?.sha256 === shelf.sha256) titles.delete(shelfTitle(shelf));
  }
  return [...titles, ...others.map(([, name]) => name)];
}

/** The total number of records. */
export function recordsIn({ shelves }: StoreDigest): number {
  return shelves.reduce((sum, { records }) => sum + records, 0);
}

type Place = Space & { readonly instanceId?: string | undefined; readonly kind: Kind };

/** A shelf that is being read. */
type OpenShelf = { readonly place: Place; readonly hasher: Bun.CryptoHasher; records: number };

function emptyShelves(spaces: readonly Space[], instances: readonly Instance[]): Map<string, OpenShelf> {
  const collections = spaces.flatMap(({ projectId, spaceId }) =>
    (['category', 'tag', 'media'] as const).map((kind) => ({ projectId, spaceId, kind })),
  );
  const places = [...collections, ...instances.map(({ app, ...place }) => ({ ...place, kind: app }))];
  return new Map(places.map((place) => [shelfTitle(place), openShelf(place)]));
}

function openShelf(place: Place): OpenShelf {
  return { place, hasher: new Bun.CryptoHasher('sha256'), records: 0 };
}

function add(shelves: Map<string, OpenShelf>, record: StoredRecord): void {
  const title = shelfTitle(record);
  const shelf = shelves.get(title) ?? openShelf(record);
  shelves.set(title, shelf);
  shelf.hasher.update(`${JSON.stringify(recordParts(record))}\n`);
  shelf.records++;
}

function shelfDigest({ place, hasher, records }: OpenShelf): ShelfDigest {
  const { projectId, spaceId, instanceId, kind } = place;
  const scope = { projectId, spaceId, ...(instanceId === undefined ? {} : { instanceId }) };
  return { ...scope, kind, records, sha256: hasher.digest('hex') };
}

/** Engines may list things in different orders. */
function digest(texts: readonly string[]): Digest {
  const hasher = new Bun.CryptoHasher('sha256');
  for (const text of texts.toSorted()) hasher.update(`${JSON.stringify(text)}\n`);
  return { count: texts.length, sha256: hasher.digest('hex') };
}

function webhookText(webhook: Webhook): string {
  return encodeWebhook({ ...webhook, disabledAt: undefined, disabledBecause: undefined });
}

/** With its settings, if it has any: the digests of older stores stay the same. */
async function instanceText(reader: StoreReader, instance: Instance): Promise<string> {
  const { app, projectId, spaceId, instanceId } = instance;
  const { previewUrl, fourEyes, defaultPicture } = await reader.instanceSettings(instance);
  const set = { previewUrl, fourEyes, defaultPicture };
  const settings = Object.values(set).some((value) => value !== undefined) ? [set] : [];
  const views = await reader.savedViews(instance);
  const shared = views.length === 0 ? [] : [{ views }];
  return JSON.stringify([projectId, spaceId, app, instanceId, ...settings, ...shared]);
}

/** The name of a shelf in messages; IDs contain neither slash nor space. */
function shelfTitle({ projectId, spaceId, instanceId, kind }: Place): string {
  const path = [projectId, spaceId, instanceId].filter((part) => part !== undefined);
  return `${path.join('/')} ${kind}`;
}

/** By space, then as they are read. */
function inOrder(one: ShelfDigest, other: ShelfDigest): number {
  const [left, right] = [`${one.projectId}/${one.spaceId}`, `${other.projectId}/${other.spaceId}`];
  if (left !== right) return left < right ? -1 : 1;
  if (one.kind !== other.kind) return kindNames.indexOf(one.kind) - kindNames.indexOf(other.kind);
  return (one.instanceId ?? '') < (other.instanceId ?? '') ? -1 : 1;
}
