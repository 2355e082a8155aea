import type { MediaAddresses } from '../../media/deliveredMedia.ts';
import { type MediaDocument, mediaDocument } from '../../media/mediaDocument.ts';
import { originalName } from '../../media/originals/Originals.ts';
import type {
  Instance,
  Link,
  RecordKey,
  Scope,
  Space,
  Store,
  StoredRecord,
  StoreReader,
} from '../../store/Store.ts';
import { recordAt, wellFormedDocument } from '../../store/StoredRecord.ts';
import { targetName } from '../ndjson/integrityMessages.ts';
import { deliveredResource, type Embedded } from './deliveredResource.ts';

/** `onOriginal` and `onBundle` are called with the files of each line before it is written. */
export type ExportOptions = {
  readonly store: Pick<Store, 'read'>;
  readonly scope: Scope;
  readonly media: MediaAddresses;
  readonly now: number;
  readonly write: (chunk: string) => Promise<void>;
  readonly onOriginal?: (name: string) => Promise<void>;
  readonly onBundle?: (id: string) => Promise<void>;
  readonly onProgress?: (progress: { readonly lines: number }) => void;
};

/** How many linked records are cached, because many items share them. */
const rememberedRecords = 20_000;

type Run = ExportOptions & {
  readonly reader: StoreReader;
  readonly linked: Map<string, StoredRecord>;
  lines: number;
};

/** Writes a snapshot of everything in a scope as NDJSON; what others refer to comes first. */
export async function exportRecords(options: ExportOptions): Promise<{ readonly lines: number }> {
  return options.store.read(async (reader) => {
    const run: Run = { ...options, reader, linked: new Map(), lines: 0 };
    await exportInstances(run);
    if (run.scope.instanceId !== undefined) await exportNeeded(run);
    for await (const records of reader.records(run.scope)) await exportBatch(run, records);
    return { lines: run.lines };
  });
}

async function exportInstances(run: Run): Promise<void> {
  const instances = (await run.reader.instances()).filter((instance) => isInside(instance, run.scope));
  const lines: object[] = [];
  for (const { app, projectId, spaceId, instanceId } of instances) {
    const instance = { app, projectId, spaceId, instanceId };
    lines.push({ kind: 'instance', ...instance, ...(await run.reader.instanceSettings(instance)) });
  }
  await writeLines(run, lines);
}

function isInside(instance: Instance, { projectId, spaceId, instanceId }: Scope): boolean {
  return (
    (projectId ?? instance.projectId) === instance.projectId &&
    (spaceId ?? instance.spaceId) === instance.spaceId &&
    (instanceId ?? instance.instanceId) === instance.instanceId
  );
}

/** Collections belong to the space, not to an instance, so only what the items embed is exported. */
async function exportNeeded(run: Run): Promise<void> {
  const needed = new Map<string, RecordKey>();
  for await (const records of run.reader.records(run.scope)) {
    for (const record of records) {
      for (const key of linksOf(record).map((link) => linkKey(record, link)))
        needed.set(targetName(key), key);
    }
  }
  for (const kind of ['category', 'tag', 'media']) {
    for (const key of needed.values()) {
      const record = key.kind === kind ? await run.reader.find(key) : undefined;
      if (record !== undefined) await exportBatch(run, [record]);
    }
  }
}

function linkKey({ projectId, spaceId }: Space, { kind, id }: Link): RecordKey {
  return { kind, projectId, spaceId, id };
}

async function exportBatch(run: Run, records: readonly StoredRecord[]): Promise<void> {
  await lookUpLinked(run, records);
  const lines: object[] = [];
  for (const record of records) lines.push(await lineOf(run, record));
  await writeLines(run, lines);
}

async function lookUpLinked({ reader, linked }: Run, records: readonly StoredRecord[]): Promise<void> {
  if (linked.size > rememberedRecords) linked.clear();
  for (const record of records) {
    for (const key of linksOf(record).map((link) => linkKey(record, link))) {
      const found = linked.has(targetName(key)) ? undefined : await reader.find(key);
      if (found !== undefined) linked.set(targetName(key), found);
    }
  }
}

/** What a record embeds, and what its next version does. */
function linksOf({ links, next }: StoredRecord): readonly Link[] {
  return next === undefined ? links : [...links, ...next.links];
}

/** The next version of an item, as its line says it: without the IDs of the item. */
function nextOf(run: Run, record: StoredRecord, embedded: Embedded): object {
  const { next } = record;
  if (next === undefined) return {};
  const { document, takesOverAt, changedAt, changedBy } = next;
  const resource = deliveredResource({ ...record, document }, embedded, run.media, run.now);
  const { contentId: _, projectId: __, spaceId: ___, ...members } = { contentId: '', ...resource };
  return { next: { ...members, takesOverAt, changedAt, changedBy } };
}

async function lineOf(run: Run, stored: StoredRecord): Promise<object> {
  const record = recordAt(stored, run.now);
  const { kind, instanceId } = record;
  const embedded = (link: Link) => run.linked.get(targetName(linkKey(record, link)));
  const resource = deliveredResource(record, embedded, run.media, run.now);
  if (instanceId !== undefined) return { kind, instanceId, ...resource, ...nextOf(run, record, embedded) };
  if (kind !== 'media') return { kind, ...resource };
  const media = mediaDocument.parse(JSON.parse(record.document));
  const { labels, createdAt } = media.about ?? {};
  return { kind, ...resource, labels, createdAt, file: await originalFile(run, media) };
}

async function originalFile(run: Run, { original, bundle }: MediaDocument): Promise<string | undefined> {
  if (original !== undefined) await run.onOriginal?.(originalName(original));
  if (bundle !== undefined) await run.onBundle?.(bundle.id);
  if (original !== undefined) return `originals/${originalName(original)}`;
  return bundle && `bundles/${bundle.id}`;
}

async function writeLines(run: Run, lines: readonly object[]): Promise<void> {
  if (lines.length === 0) return;
  await run.write(lines.map((line) => `${wellFormedDocument(JSON.stringify(line))}\n`).join(''));
  run.lines += lines.length;
  run.onProgress?.({ lines: run.lines });
}
