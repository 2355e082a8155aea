import { IntegrityError, type Store, type StoreReader, type Writer } from '../../store/Store.ts';
import { type CopiedFiles, CopyError, copyMediaFiles, listed, type MediaPlaces } from './copyMediaFiles.ts';
import { differences, digestStore, factorsOf, recordsIn, type StoreDigest, tokensOf } from './digestStore.ts';

/** How many originals or records are done; `total` is 0 while unknown. */
export type CopyProgress = {
  readonly step: 'originals' | 'copying' | 'checking';
  readonly done: number;
  readonly total: number;
};

/**
 * `media`: where to copy media files, which is done before their records. `keepsWebhooks`: those that are on stay on.
 * `isBackup`: the copy is none that takes the place of its source.
 */
type CopyOptions = {
  readonly from: Pick<Store, 'read'>;
  readonly to: Store;
  readonly media?: MediaPlaces | undefined;
  readonly keepsWebhooks?: boolean;
  readonly isBackup?: boolean;
  readonly onProgress?: (progress: CopyProgress) => void;
};

/** What was copied or already there, and what differs in the target nevertheless. */
type CopyReport = {
  readonly outcome: 'copied' | 'already there';
  readonly source: StoreDigest;
  readonly originals: CopiedFiles | undefined;
  readonly differences: readonly string[];
};

/**
 * Copies a snapshot of a store into an empty one, in one transaction, and reads the result back.
 * A target that already holds the same is left alone; any other content is rejected with a `CopyError`.
 */
export async function copyStore(options: CopyOptions): Promise<CopyReport> {
  const { from, to } = options;
  if (!(await to.read(isEmpty))) return findSame(options);
  const copied = await from.read(async (reader) => ({
    originals: await copyFiles(reader, options),
    source: await copyRecords(reader, options),
  }));
  const target = await to.read((reader) => check(reader, options, recordsIn(copied.source)));
  return { outcome: 'copied', ...copied, differences: differences(copied.source, target) };
}

/** Files come last here, so that a rejected copy costs nothing. */
async function findSame(options: CopyOptions): Promise<CopyReport> {
  return options.from.read(async (reader) => {
    const source = await check(reader, options);
    const target = await options.to.read((other) => check(other, options, recordsIn(source)));
    const found = differences(source, target);
    if (found.length > 0) {
      throw new CopyError(
        `the target is not empty, and does not hold the same as the source; nothing was copied: name an empty store as the target (different: ${listed(found)})`,
      );
    }
    const originals = await copyFiles(reader, options);
    return { outcome: 'already there', source, originals, differences: [] };
  });
}

/** Whether a store holds nothing. Every record has a space; nearly every action is in the audit log, until it is pruned. */
export async function isEmpty(reader: StoreReader): Promise<boolean> {
  const found = [
    ...(await reader.spaces()),
    ...(await reader.removedPlaces()),
    ...(await reader.credentials()),
    ...(await reader.operators()),
    ...(await reader.audit({ most: 1 })),
  ];
  if (found.length > 0) return false;
  for await (const days of reader.allKeyUsage()) if (days.length > 0) return false;
  return true;
}

async function copyFiles(
  reader: StoreReader,
  { media, onProgress }: CopyOptions,
): Promise<CopiedFiles | undefined> {
  if (media === undefined) return undefined;
  return copyMediaFiles(reader, media, (done) => onProgress?.({ step: 'originals', done, total: 0 }));
}

async function copyRecords(reader: StoreReader, options: CopyOptions): Promise<StoreDigest> {
  try {
    return await options.to.write((writer) => fill(writer, reader, options), { isCopy: true });
  } catch (error) {
    if (!(error instanceof IntegrityError)) throw error;
    const message =
      'the source is damaged: it contains dangling links or duplicate aliases; nothing was copied';
    throw new CopyError(`${message}: restore it from a backup`, { cause: error });
  }
}

async function fill(
  writer: Writer,
  reader: StoreReader,
  { keepsWebhooks, isBackup, onProgress }: CopyOptions,
): Promise<StoreDigest> {
  // Only within the transaction is it certain that no one else writes.
  if (!(await isEmpty(writer))) {
    throw new CopyError(
      'someone else has just written into the target; nothing was copied: name an empty one',
    );
  }
  await writer.putMediaKey(await reader.mediaKey());
  await writer.putGeneration((await reader.generation()) + (isBackup ? 0 : 1));
  for (const space of await reader.spaces()) await writer.putSpace(space);
  for (const instance of await reader.instances()) {
    await writer.putInstance(instance);
    const settings = await reader.instanceSettings(instance);
    if (Object.values(settings).some((value) => value !== undefined))
      await writer.putInstanceSettings(instance, settings);
    const views = await reader.savedViews(instance);
    if (views.length > 0) await writer.putSavedViews(instance, views);
  }
  for (const { name, ...place } of await reader.placeNames()) await writer.putPlaceName(place, name);
  for (const removed of await reader.removedPlaces()) {
    await writer.putRemovedPlace(removed);
    for await (const parts of reader.removedParts(removed.removalId)) {
      await writer.addRemovedParts(removed.removalId, parts);
    }
  }
  for (const credential of await reader.credentials()) await writer.putCredential(credential);
  for (const operator of await reader.operators()) await writer.putOperator(operator);
  for (const token of await tokensOf(reader)) await writer.putAuthToken(token);
  for (const factor of await factorsOf(reader)) await writer.putFactor(factor);
  await writer.putAccessPolicy(await reader.accessPolicy());
  // Both stores may be in use for a while, and nobody must be called twice.
  const off = keepsWebhooks
    ? {}
    : { disabledAt: Date.now(), disabledBecause: 'it was copied from another store' };
  for (const webhook of await reader.webhooks()) await writer.putWebhook({ ...off, ...webhook });
  await writer.copyAuditChain(await reader.auditChain(), await reader.pseudonyms());
  let done = 0;
  return digestStore(reader, {
    records: async (batch) => {
      for (const record of batch) await writer.putRecord(record);
      const changes = await reader.lastChanges(batch);
      await writer.putLastChanges(
        batch.flatMap((key, index) => {
          const change = changes[index];
          return change === undefined ? [] : [{ key, ...change }];
        }),
      );
      done += batch.length;
      onProgress?.({ step: 'copying', done, total: 0 });
    },
    versions: (batch) => writer.putVersions(batch),
    imported: (batch) => writer.putImported(batch),
    audit: (batch) => writer.copyAudit(batch),
    keyUsage: (batch) => writer.addKeyUsage(batch),
    proposals: async (batch) => {
      for (const { thread, ...proposal } of batch) {
        await writer.putProposal(proposal);
        for (const comment of thread) await writer.addComment(proposal.proposalId, comment);
      }
    },
  });
}

function check(reader: StoreReader, { onProgress }: CopyOptions, total = 0): Promise<StoreDigest> {
  let done = 0;
  return digestStore(reader, {
    records: (batch) => {
      done += batch.length;
      onProgress?.({ step: 'checking', done, total });
    },
  });
}
