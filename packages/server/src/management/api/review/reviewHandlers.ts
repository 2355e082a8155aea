import { broken } from '@newsstand/contract';
import {
  commentOrder,
  isAllowed,
  type ProposalPage,
  type ProposalView,
  proposalOrder,
  proposalQuery,
  publishOrder,
  type ReviewRound,
  returnOrder,
  reviewLimits,
  withdrawOrder,
} from '@newsstand/contract/manage';
import type { Operator } from '../../../store/Admin.ts';
import type { CountedProposal, Proposal, ReviewComment } from '../../../store/Proposal.ts';
import type { Author, RecordKey, StoredRecord, StoreReader, Writer } from '../../../store/Store.ts';
import { recordAt } from '../../../store/StoredRecord.ts';
import { createDefaultPictures } from '../../../transfer/ndjson/defaultPictures.ts';
import type { ApiContext } from '../ApiContext.ts';
import { ApiProblem, invalidMember } from '../ApiProblem.ts';
import type { Handlers, OperatorRequest } from '../ApiRequest.ts';
import { changeItem, jsonResponse } from '../content/changeItem.ts';
import { findEach, itemKey, newId, noSuchItem, param } from '../content/itemKey.ts';
import { proposable, stateOf } from '../content/managedItem.ts';
import { nextRecord } from '../content/nextEdits.ts';
import { checkPrecondition, readPrecondition } from '../content/precondition.ts';
import { writeAs } from '../writeAs.ts';
import { closeProposal, recordStep } from './recordStep.ts';

type ReviewHandlers = Pick<
  Handlers,
  | 'listProposals'
  | 'propose'
  | 'getProposal'
  | 'addComment'
  | 'publishProposal'
  | 'returnProposal'
  | 'withdrawProposal'
>;

/** Handles proposals to publish items, and what is said about them. */
export function reviewHandlers(context: ApiContext): ReviewHandlers {
  /** One transaction on the open proposal that a path names; answers what it is then. */
  const change = async (
    req: OperatorRequest,
    work: (writer: Writer, proposal: CountedProposal, by: Author, operator: Operator) => Promise<void>,
  ) => {
    const proposal = await writeAs(
      context,
      req,
      async (writer, operator) => {
        const open = await openProposal(writer, req);
        await work(writer, open, { name: operator.operatorId, at: context.now() }, operator);
        return await findProposal(writer, req);
      },
      () => [],
    );
    return Response.json(await shownProposal(context, proposal));
  };
  return {
    async listProposals(req) {
      const { projectId, spaceId, instanceId, waiting, page, size, ...filter } = req.query(proposalQuery);
      const { operatorId, roles } = req.operator;
      const wanted = Object.entries({ projectId, spaceId, instanceId }).filter(
        ([, value]) => value !== undefined,
      );
      const { total, list } = await (await context.store()).read(async (reader) => {
        const instances = (await reader.instances()).filter(
          (instance) =>
            wanted.every(([name, value]) =>
              Object.entries(instance).some(([member, own]) => member === name && own === value),
            ) && isAllowed(roles, waiting ? 'editor' : 'viewer', instance),
        );
        const found = await reader.proposals({
          ...{ instances, ...filter, skip: (page - 1) * size, most: size },
          ...(waiting && { state: 'open', notProposedBy: operatorId }),
        });
        return { total: found.total, list: await withChanges(context, reader, found.list) };
      });
      const response: ProposalPage = { totalCount: total, currentPage: page, list: [...list] };
      return Response.json(response);
    },

    async getProposal(req) {
      const key = itemKey(req);
      const now = context.now();
      const { proposal, thread, fourEyes, rounds, sentBack, record } = await (await context.store()).read(
        async (reader) => {
          const proposal = await findProposal(reader, req);
          const { kind, projectId, spaceId, instanceId = '' } = key;
          if (kind !== 'news' && kind !== 'banner') throw noSuchItem(key);
          const { fourEyes = false } = await reader.instanceSettings({
            app: kind,
            projectId,
            spaceId,
            instanceId,
          });
          const stored = proposal.state === 'open' ? await reader.find(key) : undefined;
          const thread = await commentsOn(reader, proposal);
          const before = await earlierRounds(reader, proposal);
          const rounds: ReviewRound[] = [];
          for (const round of before) rounds.push(await shownRound(reader, round));
          const sentBack = before.findLast((round) => round.sentBack !== undefined)?.sentBack;
          return { proposal, thread, fourEyes, rounds, sentBack, record: stored && recordAt(stored, now) };
        },
      );
      const etag = record && (await context.documents.etag(record));
      const about = { ...proposalView(proposal, etag), fourEyes, thread, rounds, itemEtag: etag };
      const items = record === undefined ? [] : await comparedItems(context, record, sentBack, now);
      const json = Buffer.concat([
        Buffer.from(JSON.stringify(about).slice(0, -1)),
        ...items.flatMap(({ name, json }) => [Buffer.from(`,"${name}":`), json]),
        Buffer.from('}'),
      ]);
      return jsonResponse(json, etag === undefined ? {} : { headers: { etag } });
    },

    async propose(req) {
      const key = itemKey(req);
      const precondition = readPrecondition(req.raw);
      const { message, publishAt } = (await req.body(proposalOrder.optional())) ?? {};
      const now = context.now();
      if (publishAt !== undefined && publishAt <= now) throw invalidMember('publishAt', 'past');
      const showing = { addresses: await context.mediaAddresses(), now };
      const { documents } = context;
      const { proposal, etag } = await writeAs(
        { ...context, now: () => now },
        req,
        async (writer, { operatorId }) => {
          const stored = await writer.find(key);
          if (stored === undefined && precondition.ifMatch === undefined) throw noSuchItem(key);
          await checkPrecondition(documents, writer, { key, stored, precondition }, showing);
          if (stored === undefined) throw noSuchItem(key);
          const record = recordAt(stored, now);
          const type = proposable(record, now);
          if (type === undefined) throw new ApiProblem('conflict', broken('nothing_to_propose'));
          // What cannot be published is not proposed.
          const edit = { type: 'publishProposal', at: publishAt } as const;
          const defaultPicture = await createDefaultPictures(writer)(key);
          const { name } = await documents.edit({ key, old: record, edit, now, defaultPicture });
          const etag = await documents.etag(record);
          const before = (await writer.openProposals(key)).get(key.id);
          if (before === undefined) await makeRoom(writer, key, operatorId);
          const proposal: Proposal = {
            ...{ proposalId: before?.proposalId ?? newId(context.random), key, name, type, state: 'open' },
            ...{ proposedBy: operatorId, proposedAt: now, message, publishAt, etag },
          };
          await writer.putProposal(proposal);
          // What was said with it before is not lost.
          const said = before?.message;
          const isFull = (await writer.comments(proposal.proposalId)).length >= reviewLimits.comments;
          if (before !== undefined && said !== undefined && said !== message && !isFull)
            await writer.addComment(before.proposalId, {
              ...{ at: before.proposedAt, by: before.proposedBy, text: said },
            });
          await recordStep(writer, context, {
            type: 'propose',
            proposal,
            by: { name: operatorId, at: now },
            text: message,
          });
          const comments = await writer.comments(proposal.proposalId);
          return { proposal: { ...proposal, comments: comments.length }, etag };
        },
        () => [],
      );
      return Response.json(proposalView(proposal, etag), { headers: { etag } });
    },

    async addComment(req) {
      const { text, words } = await req.body(commentOrder);
      return await change(req, async (writer, proposal, by) => {
        checkComments(proposal);
        await writer.addComment(proposal.proposalId, { at: by.at, by: by.name, text, words });
        await recordStep(writer, context, { type: 'comment', proposal, by, text });
      });
    },

    async returnProposal(req) {
      const { comment } = await req.body(returnOrder);
      return await change(req, async (writer, proposal, by) => {
        const stored = await writer.find(proposal.key);
        const record = stored && recordAt(stored, by.at);
        const { document = '' } = record?.next ?? record ?? {};
        const sentBack = document !== '' && document.length <= reviewLimits.sentBack ? document : undefined;
        // Only what was sent back last is compared.
        for (const round of await earlierRounds(writer, proposal))
          if (round.sentBack !== undefined) await writer.putProposal({ ...round, sentBack: undefined });
        await closeProposal(writer, context, { ...proposal, sentBack }, 'returned', by, comment);
      });
    },

    async withdrawProposal(req) {
      await req.body(withdrawOrder.optional());
      return await change(req, async (writer, proposal, by, { roles }) => {
        const { proposedBy, key } = proposal;
        if (proposedBy !== by.name && !isAllowed(roles, 'editor', key))
          throw new ApiProblem('role_missing', broken('others_proposal', { by: proposedBy }));
        await closeProposal(writer, context, proposal, 'withdrawn', by);
      });
    },

    async publishProposal(req) {
      const key = itemKey(req);
      const { now = false } = (await req.body(publishOrder.optional())) ?? {};
      const { record } = await changeItem(context, context.documents, req, {
        ...{ key, action: 'publish', mayCreate: false, precondition: readPrecondition(req.raw) },
        // The proposal ends with the change, as with any other that publishes its item.
        edit: async (writer) => {
          const { publishAt } = await openProposal(writer, req);
          return { type: 'publishProposal', at: now ? undefined : publishAt };
        },
        details: { proposalId: param(req.params, 'proposalId') },
      });
      const proposal = await (await context.store()).read((reader) => findProposal(reader, req));
      const etag = record && (await context.documents.etag(record));
      return Response.json(proposalView(proposal), etag === undefined ? {} : { headers: { etag } });
    },
  };
}

/** The proposal that a path names. */
async function findProposal(
  reader: StoreReader,
  req: Pick<OperatorRequest, 'route' | 'params'>,
): Promise<CountedProposal> {
  const proposal = await reader.proposal(param(req.params, 'proposalId'));
  if (proposal !== undefined && Bun.deepEquals(proposal.key, itemKey(req))) return proposal;
  throw new ApiProblem('not_found', broken('no_item', { item: 'such proposal' }));
}

/** The earlier rounds of a review, the oldest first: until something was published, all proposals are about the same work. */
async function earlierRounds(
  reader: StoreReader,
  { key, proposedAt }: Proposal,
): Promise<readonly CountedProposal[]> {
  const { kind, projectId, spaceId, instanceId = '', id } = key;
  if (kind !== 'news' && kind !== 'banner') return [];
  const instances = [{ app: kind, projectId, spaceId, instanceId }];
  const { list } = await reader.proposals({ instances, id, skip: 0, most: reviewLimits.closed + 1 });
  const older = list.filter((each) => each.proposedAt < proposedAt);
  const end = older.findIndex(({ state }) => state === 'published');
  return (end < 0 ? older : older.slice(0, end)).toReversed();
}

/** The comments on a proposal, the oldest first: a message that was replaced was stored later than it was said. */
async function commentsOn(reader: StoreReader, { proposalId }: Proposal): Promise<readonly ReviewComment[]> {
  return (await reader.comments(proposalId)).toSorted((one, other) => one.at - other.at);
}

async function shownRound(reader: StoreReader, proposal: CountedProposal): Promise<ReviewRound> {
  const { proposalId, state, proposedBy, proposedAt, message, closedAt, closedBy } = proposal;
  const thread = [...(await commentsOn(reader, proposal))];
  return { proposalId, state, proposedBy, proposedAt, message, closedAt, closedBy, thread };
}

async function openProposal(
  reader: StoreReader,
  req: Pick<OperatorRequest, 'route' | 'params'>,
): Promise<CountedProposal> {
  const proposal = await findProposal(reader, req);
  if (proposal.state === 'open') return proposal;
  throw new ApiProblem('proposal_closed', broken('proposal_closed', { state: proposal.state }));
}

/** Refuses too many open proposals, and deletes old ones that are closed. */
async function makeRoom(writer: Writer, key: RecordKey, operatorId: string): Promise<void> {
  if ((await writer.countOpenProposals(operatorId)) >= reviewLimits.open)
    throw new ApiProblem('conflict', broken('too_many_proposals', { most: reviewLimits.open }));
  await writer.pruneProposals(key, reviewLimits.closed);
}

function checkComments({ comments }: CountedProposal): void {
  if (comments < reviewLimits.comments) return;
  throw new ApiProblem('conflict', broken('too_many_comments', { most: reviewLimits.comments }));
}

/** What readers see, if that is something else, what would be published, and what was sent back before. */
async function comparedItems(
  { documents }: ApiContext,
  record: StoredRecord,
  sentBack: string | undefined,
  now: number,
) {
  const { kind, next } = record;
  const returned =
    sentBack === undefined
      ? []
      : [{ name: 'sentBack', ...(await documents.json({ kind, document: sentBack })) }];
  const proposed = {
    name: 'proposed',
    ...(await documents.json(next === undefined ? record : nextRecord(record, next))),
  };
  if (next === undefined || stateOf(record, now) === 'draft') return [proposed, ...returned];
  return [{ name: 'live', ...(await documents.json(record)) }, proposed, ...returned];
}

/** A proposal, and whether its item has been changed since. */
async function shownProposal(
  context: ApiContext,
  proposal: CountedProposal,
): Promise<ProposalView | undefined> {
  const [shown] = await (await context.store()).read((reader) => withChanges(context, reader, [proposal]));
  return shown;
}

async function withChanges(
  { documents, now }: ApiContext,
  reader: StoreReader,
  proposals: readonly CountedProposal[],
): Promise<readonly ProposalView[]> {
  const views: ProposalView[] = [];
  const keyed = proposals.map((proposal) => ({ ...proposal.key, proposal }));
  for await (const { key, record } of findEach(reader, keyed)) {
    const { proposal } = key;
    const etag =
      record && proposal.state === 'open' ? await documents.etag(recordAt(record, now())) : undefined;
    views.push(proposalView(proposal, etag));
  }
  return views;
}

/** A proposal as operators see it; `etag` is that of its item as it is now, if there is one. */
function proposalView({ key, ...proposal }: CountedProposal, etag?: string): ProposalView {
  const { proposalId, name, type, state, proposedBy, proposedAt, message, publishAt, comments } = proposal;
  const { kind, projectId, spaceId, instanceId = '', id } = key;
  if (kind !== 'news' && kind !== 'banner') throw new Error(`a ${kind} cannot be proposed`);
  return {
    ...{ proposalId, projectId, spaceId, kind, instanceId, id, name, type, state, proposedBy, proposedAt },
    ...{
      message,
      publishAt,
      etag: proposal.etag,
      isChanged: state === 'open' ? etag !== proposal.etag : undefined,
    },
    ...{ closedAt: proposal.closedAt, closedBy: proposal.closedBy, comments },
  };
}
