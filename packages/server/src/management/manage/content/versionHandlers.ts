import type { PastVersion, Versions } from '@newsstand/contract/manage';
import type { Version } from '../../../store/Office.ts';
import type { RecordKey, StoredRecord, Writer } from '../../../store/Store.ts';
import type { Handlers } from '../Asked.ts';
import type { Desk } from '../Desk.ts';
import { ManageRefusal } from '../ManageRefusal.ts';
import { answerItem, changeItem } from './changeItem.ts';
import { readGuard } from './guard.ts';
import { inWords, itemKey, noSuchItem, param } from './itemKey.ts';
import { keptItem } from './managedItem.ts';

/** Answers what an item was, and makes it that again. */
export function versionHandlers(desk: Desk): Pick<Handlers, 'listVersions' | 'restoreVersion'> {
  return {
    async listVersions(asked) {
      const key = itemKey(asked);
      const [record, versions] = await (await desk.store()).read(
        async (reader) => [await reader.find(key), await reader.versions(key)] as const,
      );
      if (record === undefined && versions.length === 0) throw noSuchItem(key);
      const current = record === undefined ? {} : { current: (versions[0]?.number ?? 0) + 1 };
      const answer: Versions = { ...current, list: versions.map(pastVersion) };
      return Response.json(answer);
    },

    async restoreVersion(asked) {
      const key = itemKey(asked);
      const number = Number(param(asked.params, 'version'));
      const outcome = await changeItem(desk, asked, {
        ...{ key, action: 'restore', mayCreate: true, guard: readGuard(asked.request) },
        make: (old, now, writer) => restored(writer, key, number, old, now),
        details: { restored: number },
      });
      return answerItem(outcome);
    },
  };
}

/** When a version was written is known by when the one before it was replaced. */
function pastVersion(version: Version, index: number, all: readonly Version[]): PastVersion {
  const before = all[index + 1];
  const isNext = before?.number === version.number - 1 && !before.wasRemoved;
  const written = isNext ? { writtenAt: before.replacedAt, writtenBy: before.replacedBy } : {};
  const { number, replacedAt, replacedBy, wasRemoved, record } = version;
  const replaced = { replacedAt, replacedBy, wasDeleted: wasRemoved };
  return { version: number, ...written, ...replaced, item: keptItem(record) };
}

/** A record as it was in a version, with its files. It is as new as any other change. */
async function restored(
  writer: Writer,
  key: RecordKey,
  number: number,
  old: StoredRecord | undefined,
  now: number,
): Promise<StoredRecord> {
  const versions = await writer.versions(key);
  const version = versions.find((each) => each.number === number);
  if (version === undefined)
    throw new ManageRefusal('not_found', `no version ${number} of ${inWords(key)} is kept`);
  const { document } = version.record;
  if (old !== undefined && updatedAt(document, 0) === updatedAt(old.document, 0)) return old;
  return { ...version.record, document: updatedAt(document, now) };
}

/** A document with another stamp, where it has one. */
function updatedAt(document: string, moment: number): string {
  const members: Record<string, unknown> = JSON.parse(document);
  return members['updatedAt'] === undefined ? document : JSON.stringify({ ...members, updatedAt: moment });
}
