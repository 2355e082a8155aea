import { createHash } from 'node:crypto';
import { faultAt } from '@newsstand/contract';
import { type FixedOrder, fixedOrder } from '@newsstand/contract/manage';
import { createPause } from '../../../concurrency/timeSlices.ts';
import type { Reader, StoredRecord } from '../../../store/Store.ts';
import { recordAt } from '../../../store/StoredRecord.ts';
import type { ApiContext } from '../ApiContext.ts';
import { ApiProblem, invalidBody } from '../ApiProblem.ts';
import type { Handlers } from '../ApiRequest.ts';
import { jsonResponse } from './changeItem.ts';
import { mustHaveShelf, type ShelfKey, shelfKey } from './itemKey.ts';
import { placed, positionOf, positionsFor } from './positions.ts';
import { isMet, readPrecondition } from './precondition.ts';
import { writeContent } from './writeContent.ts';

/** Handles the fixed order of the banners of an instance. */
export function orderHandlers(context: ApiContext): Pick<Handlers, 'getOrder' | 'putOrder'> {
  return {
    async getOrder(req) {
      const shelf = shelfKey(req);
      const standing = await (await context.store()).read(async (reader) => {
        await mustHaveShelf(reader, shelf);
        return await placedBanners(reader, shelf, context.now());
      });
      return orderResponse(standing.map(({ record }) => record.id));
    },

    async putOrder(req) {
      const shelf = shelfKey(req);
      const { contentIds } = await req.body(fixedOrder);
      const precondition = readPrecondition(req.raw);
      const now = context.now();
      await writeContent({ ...context, now: () => now }, req, {
        async run(writer) {
          await mustHaveShelf(writer, shelf);
          const standing = await placedBanners(writer, shelf, now);
          const etag = orderTag(standing.map(({ record }) => record.id));
          if (!isMet(precondition, etag)) throw conflict(precondition.ifMatch === undefined, etag);
          const current = new Map(standing.map(({ record, position }) => [record.id, position]));
          const next = positionsFor(contentIds, current);
          const moved = new Set(
            [...current.keys(), ...contentIds].filter((id) => current.get(id) !== next.get(id)),
          );
          const records = await writer.findAll([...moved].map((id) => ({ ...shelf, id })));
          const found = records.filter((record) => record !== undefined);
          refuseUnknown(contentIds, moved, found);
          for (const record of found)
            await writer.putRecord(moveTo(recordAt(record, now), next.get(record.id)));
          return moved.size;
        },
        auditEvents(moved) {
          if (moved === 0) return [];
          const { projectId, spaceId, instanceId } = shelf;
          const target = `${spaceId}/banner/${instanceId}`;
          return [{ action: 'banner.order', projectId, target, details: { moved } }];
        },
        origins: new Map(),
      });
      return orderResponse(contentIds);
    },
  };
}

/** A banner at another place, with its next version. */
function moveTo(record: StoredRecord, position: number | undefined): StoredRecord {
  const { next } = record;
  const document = placed(record.document, position);
  if (next === undefined) return { ...record, document };
  return { ...record, document, next: { ...next, document: placed(next.document, position) } };
}

/** The banners that have a place, in their order. */
async function placedBanners(
  reader: Reader,
  shelf: ShelfKey,
  now: number,
): Promise<readonly { readonly record: StoredRecord; readonly position: number }[]> {
  const pause = createPause();
  const found: { record: StoredRecord; position: number }[] = [];
  for await (const records of reader.records(shelf)) {
    for (const record of records) {
      const position = positionOf(recordAt(record, now));
      if (position !== undefined) found.push({ record, position });
      await pause();
    }
  }
  return found.sort(
    (one, other) => one.position - other.position || (one.record.id < other.record.id ? -1 : 1),
  );
}

function refuseUnknown(
  contentIds: readonly string[],
  moved: ReadonlySet<string>,
  found: readonly StoredRecord[],
): void {
  const known = new Set(found.map(({ id }) => id));
  const faults = contentIds.flatMap((id, index) =>
    moved.has(id) && !known.has(id) ? [faultAt(`contentIds.${index}`, 'no_banner', { id })] : [],
  );
  if (faults.length > 0) throw invalidBody(faults);
}

function conflict(isMissing: boolean, etag: string): ApiProblem {
  if (isMissing)
    return new ApiProblem(
      'precondition_required',
      'send the ETag of the order that you have seen as If-Match',
      {
        headers: { etag },
      },
    );
  return new ApiProblem('version_conflict', 'somebody has changed the order in the meantime; get it again', {
    headers: { etag },
  });
}

/** The same order always has the same tag. */
function orderTag(contentIds: readonly string[]): string {
  return `"${createHash('sha256').update(contentIds.join('\n')).digest('base64url').slice(0, 24)}"`;
}

function orderResponse(contentIds: readonly string[]): Response {
  const order: FixedOrder = { contentIds: [...contentIds] };
  return jsonResponse(new TextEncoder().encode(JSON.stringify(order)), {
    headers: { etag: orderTag(contentIds) },
  });
}
