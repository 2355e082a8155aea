import type { RecordKey, StoredRecord, StoreReader } from '../../../store/Store.ts';
import { recordAt } from '../../../store/StoredRecord.ts';
import { ApiProblem, invalidParameter } from '../ApiProblem.ts';
import { inWords } from './itemKey.ts';
import { editionOf, type Showing } from './managedItem.ts';
import type { Documents } from './openDocuments.ts';

/** The precondition of a change (If-Match, If-None-Match): entity tags, `*` for any, or none. */
export type Precondition = {
  readonly ifMatch?: readonly string[] | undefined;
  readonly ifNoneMatch: boolean;
};

/** Reads If-Match and If-None-Match. */
export function readPrecondition({ headers }: Request): Precondition {
  const [ifMatch, ifNoneMatch] = [headers.get('if-match'), headers.get('if-none-match')];
  const tags = ifMatch === null ? undefined : readTags(ifMatch);
  if (ifNoneMatch !== null && ifNoneMatch.trim() !== '*') throw invalidParameter('If-None-Match', 'not_star');
  return { ifMatch: tags, ifNoneMatch: ifNoneMatch !== null };
}

const entityTags = /(W\/)?"[^"]*"/g;

/** A list by RFC 9110: extra commas are allowed. */
function readTags(text: string): readonly string[] {
  if (text.trim() === '*') return ['*'];
  const tags = text.match(entityTags);
  if (tags !== null && /^[\s,]*$/.test(text.replaceAll(entityTags, ''))) return tags;
  throw invalidParameter('If-Match', 'not_etag');
}

/** Whether the precondition holds for an entity tag; undefined: the item does not exist. */
export function isMet({ ifMatch, ifNoneMatch }: Precondition, etag: string | undefined): boolean {
  if (etag === undefined) return ifMatch === undefined;
  return !ifNoneMatch && ifMatch?.some((tag) => tag === '*' || tag === etag) === true;
}

/** A change to a record under a precondition. */
export type ConditionalChange = {
  readonly key: RecordKey;
  /** The current record as it is stored. */
  readonly stored: StoredRecord | undefined;
  readonly precondition: Precondition;
  /** The new record: on a conflict its author gets it back beside the current one, so that nothing is lost. */
  readonly yours?: StoredRecord | undefined;
};

/** Refuses a change whose precondition fails. */
export async function checkPrecondition(
  documents: Documents,
  reader: StoreReader,
  attempt: ConditionalChange,
  showing: Showing,
): Promise<void> {
  const { stored, precondition } = attempt;
  const old = stored && recordAt(stored, showing.now);
  // `*` needs no tag.
  if (old !== undefined && isMet(precondition, '*')) return;
  const etag = old && (await documents.etag(old));
  if (isMet(precondition, etag)) return;
  if (etag !== undefined && precondition.ifMatch === undefined && !precondition.ifNoneMatch) {
    throw new ApiProblem(
      'precondition_required',
      'send the ETag of the version that you have seen as If-Match',
      { headers: { etag } },
    );
  }
  throw await conflict(documents, reader, attempt, showing);
}

/** Both versions, and who made the other one. */
async function conflict(
  documents: Documents,
  reader: StoreReader,
  { key, stored, yours }: ConditionalChange,
  showing: Showing,
) {
  const sent = yours === undefined ? {} : { yours: (await documents.json(yours)).json };
  if (stored === undefined) {
    const [newest] = await reader.versions(key, 1);
    const removal = newest && { changedAt: newest.replacedAt, changedBy: newest.replacedBy };
    const detail = `there is no ${inWords(key)} any more`;
    return new ApiProblem('version_conflict', detail, {
      members: { current: null, ...removal },
      json: sent,
    });
  }
  const edition = await editionOf(reader, stored, showing.now);
  const old = recordAt(stored, showing.now);
  const { changedAt, changedBy } = edition;
  const { json: current, etag } = await documents.show({ record: old, edition, showing });
  const detail = `${changedBy ?? 'somebody'} has changed it in the meantime; compare both versions, then send If-Match with the ETag of the current one`;
  return new ApiProblem('version_conflict', detail, {
    members: { changedAt, changedBy },
    json: { current, ...sent },
    headers: { etag },
  });
}
