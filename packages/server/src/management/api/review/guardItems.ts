import { broken, isAppKind, limits } from '@newsstand/contract';
import type { Proposal } from '../../../store/Proposal.ts';
import type { Author, RecordKey, StoredRecord, Writer } from '../../../store/Store.ts';
import { recordAt } from '../../../store/StoredRecord.ts';
import { createDefaultPictures } from '../../../transfer/ndjson/defaultPictures.ts';
import { ApiProblem } from '../ApiProblem.ts';
import { inWords } from '../content/itemKey.ts';
import { proposable } from '../content/managedItem.ts';
import type { Documents } from '../content/openDocuments.ts';
import { isIndependent } from './isIndependent.ts';
import { closeProposal, type Telling } from './recordStep.ts';

/** What reviews mean for the items of an instance. */
type Review = {
  readonly fourEyes: boolean;
  readonly defaultPicture: string | undefined;
  readonly open: Map<string, Proposal>;
};

/**
 * The transaction of an operator, through which all items are written: a change that needs four eyes is refused unless
 * another operator proposed it, and a proposal ends when its item is published or removed, in whatever way.
 */
export function guardItems(
  writer: Writer,
  { documents, ...telling }: Telling & { readonly documents: Documents },
  by: Author,
): Writer {
  const reviews = new Map<string, Review>();
  const reviewOf = async (key: RecordKey): Promise<Review | undefined> => {
    const { kind, projectId, spaceId, instanceId } = key;
    if (!isAppKind(kind) || instanceId === undefined) return undefined;
    const place = `${projectId}/${spaceId}/${kind}/${instanceId}`;
    const known = reviews.get(place);
    if (known !== undefined) return known;
    const { fourEyes = false } = await writer.instanceSettings({ app: kind, projectId, spaceId, instanceId });
    const open = new Map(await writer.openProposals({ kind, projectId, spaceId, instanceId }));
    const defaultPicture = fourEyes ? await createDefaultPictures(writer)(key) : undefined;
    const review = { fourEyes, defaultPicture, open };
    reviews.set(place, review);
    return review;
  };
  const checkTwo = async (proposedBy: string): Promise<void> => {
    if (await isIndependent(writer, proposedBy, by.name, by.at)) return;
    throw new ApiProblem(
      'four_eyes',
      broken('four_eyes_handed', { by: proposedBy, days: limits.handoverDays }),
    );
  };
  /** Checks a change, and returns what is left to do once it is made. */
  const admit = async (
    key: RecordKey,
    after: StoredRecord | undefined,
  ): Promise<(() => Promise<void>) | undefined> => {
    const review = await reviewOf(key);
    const proposal = review?.open.get(key.id);
    if (review === undefined || (!review.fourEyes && proposal === undefined)) return undefined;
    const before = await writer.find(key);
    if (review.fourEyes) {
      const verdict = await documents.judge({
        ...{ before, after, operatorId: by.name, proposal, now: by.at },
        defaultPicture: review.defaultPicture,
      });
      if (verdict === 'own') throw new ApiProblem('four_eyes', broken('four_eyes_own'));
      if (verdict === 'changed')
        throw new ApiProblem(
          'proposal_changed',
          broken('four_eyes_changed', { by: proposal?.proposedBy ?? '' }),
        );
      if (verdict === 'notProposed')
        throw new ApiProblem('four_eyes', broken('four_eyes_needed', { item: inWords(key) }));
      if (verdict === 'proposed' && proposal !== undefined) await checkTwo(proposal.proposedBy);
    }
    const state = proposal && stateAfter(before, after, by.at);
    if (proposal === undefined || state === undefined) return undefined;
    review.open.delete(key.id);
    return () => closeProposal(writer, telling, proposal, state, by);
  };
  return {
    ...writer,
    async putRecord(record, options) {
      const finish = await admit(record, record);
      await writer.putRecord(record, options);
      await finish?.();
    },
    async removeRecord(key) {
      const finish = await admit(key, undefined);
      const wasThere = await writer.removeRecord(key);
      await finish?.();
      return wasThere;
    },
  };
}

/** What becomes of an open proposal by a change of its item; undefined if it stays open, since there is something to publish. */
function stateAfter(
  stored: StoredRecord | undefined,
  after: StoredRecord | undefined,
  now: number,
): 'published' | 'withdrawn' | undefined {
  if (after === undefined) return 'withdrawn';
  if (proposable(after, now) !== undefined) return undefined;
  const before = stored && recordAt(stored, now);
  const isDiscarded =
    before?.next !== undefined && before.document === after.document && after.next === undefined;
  return isDiscarded ? 'withdrawn' : 'published';
}
