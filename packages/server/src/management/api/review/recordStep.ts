import { addReviewMails } from '../../../mail/addReviewMails.ts';
import type { Proposal } from '../../../store/Proposal.ts';
import type { Author, Writer } from '../../../store/Store.ts';
import { addReviewCalls } from '../../../webhooks/addReviewCalls.ts';
import type { ApiContext } from '../ApiContext.ts';
import { targetPath } from '../content/itemKey.ts';

/** What was done with a proposal. */
export type ReviewStep = {
  readonly type: 'propose' | 'comment' | 'publish' | 'return' | 'withdraw';
  /** The proposal after this step. */
  readonly proposal: Proposal;
  readonly by: Author;
  /** What was said: the message, or a comment. */
  readonly text?: string | undefined;
};

/** How others are told of a step. */
export type Telling = Pick<ApiContext, 'random' | 'sendsMail'>;

/**
 * Records a step in its transaction, and tells others of it; every step of every proposal comes by here. What was said
 * is not in the audit log.
 */
export async function recordStep(
  writer: Writer,
  { random, sendsMail }: Telling,
  { type, proposal, by, text }: ReviewStep,
): Promise<void> {
  const { proposalId, key, name, publishAt } = proposal;
  await writer.addAudit({
    ...{ at: by.at, by: by.name, action: `review.${type}` },
    ...{ projectId: key.projectId, target: targetPath(key) },
    // Without names of operators: these can be erased, and the details are hashed.
    details: { name, proposalId, publishAt },
  });
  if (type === 'withdraw') return;
  const event = events[type];
  const told = { proposal, by: by.name, at: by.at };
  await addReviewCalls(writer, { type: `review.${event}`, ...told, text }, { random });
  if (sendsMail) await addReviewMails(writer, { event, ...told }, random);
}

const events = {
  propose: 'proposed',
  comment: 'commented',
  publish: 'published',
  return: 'returned',
} as const;

/** Closes a proposal, and records it. */
export async function closeProposal(
  writer: Writer,
  telling: Telling,
  open: Proposal,
  state: 'published' | 'returned' | 'withdrawn',
  by: Author,
  text?: string,
): Promise<void> {
  const proposal = { ...open, state, closedAt: by.at, closedBy: by.name };
  await writer.putProposal(proposal);
  if (text !== undefined) await writer.addComment(open.proposalId, { at: by.at, by: by.name, text });
  await recordStep(writer, telling, { type: stepTypes[state], proposal, by, text });
}

const stepTypes = { published: 'publish', returned: 'return', withdrawn: 'withdraw' } as const;
