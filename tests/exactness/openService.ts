import type { Kind } from '@newsstand/contract';
import { Catalogue } from '../../packages/server/src/catalogue/Catalogue.ts';
import type { Pause } from '../../packages/server/src/concurrency/timeSlices.ts';
import { createDelivery, type DeliveryOptions } from '../../packages/server/src/delivery/createDelivery.ts';
import type { DeliveryRequest } from '../../packages/server/src/delivery/readRequest.ts';
import { localClient } from '../../packages/server/src/http/testing/localClient.ts';
import type { Credential } from '../../packages/server/src/store/Credential.ts';
import {
  beginning,
  type Change,
  type NextVersion,
  type RecordKey,
  type Store,
  type StoredRecord,
  type Writer,
} from '../../packages/server/src/store/Store.ts';
import type { Doc } from './reference.ts';

/**
 * A catalogue and its delivery with a clock that a test sets. They follow a store or, without one, are fed as a store
 * would feed them.
 */
export async function openService(
  settings: Partial<DeliveryOptions['settings']> = {},
  store?: Store,
  createPause?: () => Pause,
) {
  const clock = { now: 0 };
  const catalogue = new Catalogue({
    media: { url: 'http://media.test', key: 'k' },
    now: () => clock.now,
    ...(createPause && { createPause }),
  });
  let revision = 0;
  const requests = new Map<string, DeliveryRequest>();
  const delivery = createDelivery({
    catalogue,
    media: { read: () => () => ({ code: 'not_found', detail: 'There are no media here.' }) },
    settings: {
      publicUrl: 'http://test',
      mediaUrl: 'http://media.test',
      corsOrigins: '*',
      maxAgeSeconds: 60,
      sharedCache: false,
      ...settings,
    },
    now: () => clock.now,
    log: { debug: ignore, info: ignore, warn: ignore, error: fail },
    logsRequests: false,
    metrics: { request: ignore, cache: ignore },
    limiter: undefined,
    subscribe: () => 'isFull',
    hasShown: () => true,
    ready: () => true,
  });

  /** Commits changes together; returns what readers may notice of them. */
  async function apply(changes: readonly Change[]): Promise<readonly Change[]> {
    if (store !== undefined) return await applyThrough(store, changes);
    const bookmark = { revision: ++revision, mark: `${revision}` };
    return await catalogue.apply({ bookmarks: [bookmark], batches: oneBatch(changes, bookmark.revision) });
  }

  async function applyThrough(store: Store, changes: readonly Change[]): Promise<readonly Change[]> {
    // Some aliases are the IDs of others, as in stores that are older than that rule.
    await store.write((writer) => putAll(writer, changes), { isCopy: true });
    const noticed: Change[] = [];
    const outcome = await store.changesAfter(catalogue.bookmark ?? beginning, async (each) => {
      noticed.push(...(await catalogue.apply(each)));
    });
    if (outcome !== 'taken' && outcome !== 'same') throw new Error(`following the store ended as ${outcome}`);
    return noticed;
  }

  /** Puts one resource on a shelf. */
  async function put(kind: Kind, instanceId: string | undefined, resource: object): Promise<void> {
    await apply([recordChange(kind, instanceId, resource)]);
  }

  /** Sends a request at some time, with ordinary or preview credentials. */
  async function read(path: string, now: number, headers: Record<string, string> = {}, preview = false) {
    clock.now = now;
    const credentials = { 'x-svc-ac-api-key': preview ? 'editor' : 'reader', 'x-svc-ac-api-secret': secret };
    const sent = new Map(Object.entries({ ...credentials, ...headers }));
    // The same head is the same object, as with the listener's cache.
    const name = JSON.stringify([path, ...sent]);
    const readHeaders = () => delivery.readHeaders((header) => sent.get(header));
    const request = requests.get(name) ?? delivery.readRequest('GET', path, readHeaders());
    requests.set(name, request);
    const response = await delivery.respond(request, localClient);
    const { status, body, headers: lines } = response;
    const headerOf = (header: string) => new RegExp(`^${header}: (.*)\r$`, 'm').exec(lines)?.[1] ?? '';
    return {
      status,
      body: body instanceof Uint8Array ? JSON.parse(Buffer.from(body).toString()) : {},
      etag: headerOf('etag'),
      keys: headerOf('surrogate-key').split(' ').filter(Boolean),
      cdnMaxAge: Number(/max-age=(\d+)/.exec(headerOf('cdn-cache-control'))?.[1]),
      maxAge: Number(/max-age=(\d+)/.exec(headerOf('cache-control'))?.[1]),
    };
  }

  catalogue.setCredentials([credential('reader', false), credential('editor', true)]);
  await apply(instances());
  return { catalogue, clock, delivery, apply, put, read };
}

async function putAll(writer: Writer, changes: readonly Change[]): Promise<void> {
  for (const change of changes) {
    if (change.type === 'instance') await writer.putInstance(change.instance);
    if (change.type !== 'record') continue;
    // Two items may share an alias here, which a store would refuse; delivery reads it from the document.
    if (change.record !== undefined) await writer.putRecord(withoutAliases(change.record));
    else await writer.removeRecord(change.key);
  }
}

function withoutAliases(record: StoredRecord): StoredRecord {
  const { next } = record;
  return { ...record, alias: undefined, next: next && { ...next, alias: undefined } };
}

/** The change that a store reports when a resource was written or removed. */
export function recordChange(
  kind: Kind,
  instanceId: string | undefined,
  { next, ...resource }: object & { readonly next?: Doc['next'] },
  isRemoved = false,
): Change {
  const members = new Map<string, unknown>(Object.entries(resource));
  const id =
    ['contentId', 'mediaId', 'categoryId', 'tagId'].map((name) => members.get(name)).find(isText) ?? '';
  const alias = members.get('alias');
  const scope = {
    projectId: 'p',
    spaceId: 's',
    instanceId: kind === 'news' || kind === 'banner' ? instanceId : undefined,
  };
  const key: RecordKey = { kind, ...scope, id };
  const document = JSON.stringify(resource);
  const record: StoredRecord = {
    ...key,
    alias: isText(alias) ? alias : undefined,
    ...{ document, links: [], next: next && nextVersion(next) },
  };
  return { type: 'record', key, record: isRemoved ? undefined : record };
}

function nextVersion({ doc, takesOverAt }: NonNullable<Doc['next']>): NextVersion {
  const content = { alias: doc.alias, document: JSON.stringify(doc), links: [] };
  return { ...content, takesOverAt, changedAt: 0, changedBy: 'ken' };
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function ignore(): void {}

function fail(fields: object): never {
  throw new Error(`the service failed: ${Bun.inspect(fields)}`);
}

async function* oneBatch(changes: readonly Change[], revision: number) {
  yield changes.map((change) => ({ ...change, revision }));
}

const secret = 'a secret of this test';

/** A credential of that key with the secret of this service. */
export function credential(key: string, preview: boolean): Credential {
  const sha256 = new Bun.CryptoHasher('sha256').update(secret).digest('hex');
  return { key, name: key, secrets: [{ sha256 }], grants: [{ projectId: 'p' }], preview, createdAt: 0 };
}

function instances(): Change[] {
  return ['one', 'two'].flatMap((instanceId) =>
    (['news', 'banner'] as const).map((app): Change => {
      const instance = { projectId: 'p', spaceId: 's', app, instanceId };
      return { type: 'instance', instance, present: true };
    }),
  );
}
