import { broken } from '@newsstand/contract';
import { type BatchResult, mergeBody } from '@newsstand/contract/manage';
import { createPause } from '../../../concurrency/timeSlices.ts';
import type { RecordKey, Writer } from '../../../store/Store.ts';
import { type Content, recordAt } from '../../../store/StoredRecord.ts';
import type { Members } from '../../../transfer/ndjson/checkLine.ts';
import { targetName } from '../../../transfer/ndjson/integrityMessages.ts';
import type { ApiContext } from '../ApiContext.ts';
import { ApiProblem, invalidMember } from '../ApiProblem.ts';
import type { Handlers } from '../ApiRequest.ts';
import { findEach, inWords, itemKey, noSuchItem, targetPath } from './itemKey.ts';
import type { Documents } from './openDocuments.ts';
import { checkPrecondition, readPrecondition } from './precondition.ts';
import { writeContent } from './writeContent.ts';

/** Handles merging a category or tag into another one. */
export function mergeHandler(context: ApiContext, documents: Documents): Pick<Handlers, 'merge'> {
  return {
    async merge(req) {
      const key = itemKey(req);
      const precondition = readPrecondition(req.raw);
      const { into } = await req.body(mergeBody);
      if (into === key.id) throw invalidMember('into', 'itself');
      const showing = { addresses: await context.mediaAddresses(), now: context.now() };
      const { changed } = await writeContent({ ...context, now: () => showing.now }, req, {
        run: async (writer) => {
          const stored = await writer.find(key);
          if (stored === undefined && precondition.ifMatch === undefined) throw noSuchItem(key);
          await checkPrecondition(documents, writer, { key, stored, precondition }, showing);
          const changed = await mergeInto(writer, documents, key, into, showing.now);
          return { name: stored && (await documents.name(stored)), changed };
        },
        auditEvents: (done) => [
          {
            ...{ action: `${key.kind}.merge`, projectId: key.projectId, target: targetPath(key) },
            details: { name: done.name, into, changed: done.changed },
          },
        ],
        origins: new Map([[targetName(key), { source: 0, line: 0 }]]),
      });
      const result: BatchResult = { changed, unchanged: 0 };
      return Response.json(result);
    },
  };
}

/** Replaces one by the other in all items, and removes it. Returns how many items have changed. */
async function mergeInto(
  writer: Writer,
  documents: Documents,
  key: RecordKey,
  into: string,
  now: number,
): Promise<number> {
  const target = { ...key, id: into };
  if ((await writer.find(target)) === undefined) {
    const missing = broken('no_item', { item: inWords(target) });
    throw new ApiProblem('not_found', missing, { errors: [{ path: 'into', ...missing }] });
  }
  const { keys } = await writer.uses(key, Number.MAX_SAFE_INTEGER);
  const pause = createPause();
  for await (const { record: stored } of findEach(writer, keys)) {
    if (stored === undefined) continue;
    const old = recordAt(stored, now);
    const nextMembers = old.next && refiled(old.next, key, into);
    const edit = { type: 'set', members: refiled(old, key, into), nextMembers } as const;
    const { record } = await documents.edit({ key: old, old, edit, now });
    if (record !== undefined) await writer.putRecord(record);
    await pause();
  }
  await writer.removeRecord(key);
  return keys.length;
}

/** The members of a news item, or its next version, with one replaced by the other, and no tag twice. */
function refiled(user: Content, { kind, id }: RecordKey, into: string): Members {
  if (!user.links.some((link) => link.kind === kind && link.id === id)) return {};
  if (kind === 'category') return { category: { categoryId: into } };
  const tags = user.links.flatMap((link) =>
    link.kind === 'tag' ? [{ tagId: link.id === id ? into : link.id }] : [],
  );
  return { tags };
}
