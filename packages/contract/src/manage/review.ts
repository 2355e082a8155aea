import { z } from 'zod';
import { appKinds } from '../kinds.ts';
import { breaks } from '../rules.ts';
import { countCharacters, id, timestamp, withoutControl } from '../text.ts';
import { keptItems } from './content.ts';
import { proposalStates } from './plain.ts';
import { queryInteger } from './queryInteger.ts';
import { route } from './route.ts';

/** The bounds of reviews. */
export const reviewLimits = {
  /** Characters of a message or comment. */
  text: 4000,
  /** Characters of the words that a comment is about. */
  quote: 300,
  /** Characters before and after these words, to tell them from the same words elsewhere. */
  context: 100,
  /** Comments on one proposal. */
  comments: 200,
  /** Open proposals of one operator. */
  open: 200,
  /** Closed proposals that are kept of an item. */
  closed: 50,
  /** Characters of what was sent back, as JSON, to show later what has changed since; of longer items it is not kept. */
  sentBack: 256 * 1024,
} as const;

/** Text of at least one character. */
function trimmed(most: number) {
  return z
    .string()
    .trim()
    .refine(
      (text) => {
        const characters = countCharacters(text);
        return characters >= 1 && characters <= most;
      },
      breaks('characters_range', { least: 1, most }),
    )
    .meta({ minLength: 1, maxLength: most });
}

/** What somebody has to say about a proposal. */
const remark = trimmed(reviewLimits.text);

const context = z
  .string()
  .refine(
    (text) => countCharacters(text) <= reviewLimits.context,
    breaks('too_many_characters', { most: reviewLimits.context }),
  )
  .meta({ maxLength: reviewLimits.context });

/** Words of the proposed text that a comment is about. */
const commentedWords = z
  .strictObject({
    path: withoutControl(z.string().min(1).max(200)).meta({
      description: 'The member of the item that they are in, such as `values.title` or `values.body`.',
    }),
    quote: trimmed(reviewLimits.quote).meta({
      description: 'The words, as readers see them, without any markup.',
    }),
    before: context.optional().meta({
      description: 'What is before them: tells them from the same words elsewhere.',
    }),
    after: context.optional().meta({ description: 'What is after them.' }),
  })
  .meta({
    description:
      'Words of the proposed text that a comment is about. They stay with it when the text changes.',
  });

/** A proposal to publish an item: its draft, or its next version. */
export const proposalOrder = z.strictObject({
  message: remark.optional().meta({ description: 'What reviewers should know.' }),
  publishAt: timestamp.optional().meta({ description: 'When it should be published. Default: at once.' }),
});
/** A comment on a proposal. */
export const commentOrder = z.strictObject({ text: remark, words: commentedWords.optional() });
/** Why a proposal is sent back. */
export const returnOrder = z.strictObject({ comment: remark });
/** Withdrawing a proposal says nothing more. */
export const withdrawOrder = z.strictObject({});
/** When a proposal is published. */
export const publishOrder = z.strictObject({
  now: z.boolean().optional().meta({ description: 'Publish it now, even if a later time was proposed.' }),
});

/** A comment on a proposal. */
export const reviewComment = z.strictObject({
  at: timestamp,
  by: z.string(),
  text: z.string(),
  words: commentedWords.optional(),
});

const about = {
  proposalId: id,
  projectId: id,
  spaceId: id,
  kind: z.enum(appKinds),
  instanceId: id,
  id: id.meta({ description: 'Content ID.' }),
  name: z.string().meta({ description: 'The name of the item when it was proposed.' }),
  type: z.enum(['draft', 'next']).meta({
    description:
      'What was proposed: `draft`, an item that is not published; `next`, the next version of one.',
  }),
  state: z.enum(proposalStates),
  proposedBy: z.string(),
  proposedAt: timestamp,
  message: z.string().optional(),
  publishAt: timestamp.optional().meta({ description: 'When it should be published. Without it, at once.' }),
  etag: z.string().meta({ description: 'Identifies what was proposed.' }),
  isChanged: z.boolean().optional().meta({
    description: 'Whether the item has been changed since, or deleted. Open proposals only.',
  }),
  closedAt: timestamp.optional().meta({ description: 'When it was published, sent back or withdrawn.' }),
  closedBy: z.string().optional().meta({ description: 'Who did that.' }),
  comments: z.int().meta({ description: 'Number of comments.' }),
};

/** A proposal to publish an item. */
export const proposal = z
  .strictObject(about)
  .meta({ id: 'Proposal', description: 'A proposal to publish an item.' });

/** An earlier round of a review: a proposal of the same item that was sent back or withdrawn. */
export const reviewRound = z
  .strictObject({
    proposalId: id,
    state: z.enum(proposalStates),
    proposedBy: z.string(),
    proposedAt: timestamp,
    message: z.string().optional(),
    closedAt: timestamp.optional(),
    closedBy: z.string().optional(),
    thread: z.array(reviewComment),
  })
  .meta({ id: 'ReviewRound', description: 'An earlier round of a review.' });

/** A proposal with everything that is needed to decide on it. */
function proposalDetails<Item extends z.ZodType>(item: Item) {
  return z.strictObject({
    ...about,
    fourEyes: z.boolean().meta({ description: 'Whether the instance demands four eyes.' }),
    thread: z.array(reviewComment).meta({ description: 'The comments, oldest first.' }),
    rounds: z.array(reviewRound).meta({
      description:
        'The earlier rounds of the review, oldest first: what was proposed before since the item was last published by review, with what was said.',
    }),
    live: item.optional().meta({
      description:
        'What readers see now, or would see without this. Only for the next version of an open proposal.',
    }),
    proposed: item.optional().meta({
      description: 'What would be published, as it is now. Open proposals only.',
    }),
    sentBack: item.optional().meta({
      description:
        'What was proposed when it was last sent back, to see what has changed since. Open proposals only; left out if it is very long.',
    }),
    itemEtag: z.string().optional().meta({
      description: 'The ETag of the item as it is now: `If-Match` for publishing it. Open proposals only.',
    }),
  });
}

/** A proposal to publish a news item or a banner, with everything that is needed to decide on it. */
export const proposalsInDetail = {
  news: proposalDetails(keptItems.news).meta({ id: 'NewsProposal' }),
  banner: proposalDetails(keptItems.banner).meta({ id: 'BannerProposal' }),
} as const;

/** Which proposals to list: of all places that one may see, or of one place. */
export const proposalQuery = z
  .strictObject({
    projectId: id.optional(),
    spaceId: id.optional(),
    instanceId: id.optional(),
    id: id.optional().meta({ description: 'Only those of this item of the instance.' }),
    state: z.enum(proposalStates).optional(),
    proposedBy: withoutControl(z.string().min(1).max(128))
      .optional()
      .meta({ description: 'Only those of this operator.' }),
    waiting: z.literal('true').optional().meta({
      description: 'Only those that wait for you: open, proposed by others, and yours to publish.',
    }),
    page: queryInteger(1, 1_000_000).default(1),
    size: queryInteger(1, 50).default(20),
  })
  .refine(({ spaceId, projectId }) => spaceId === undefined || projectId !== undefined, {
    path: ['projectId'],
    ...breaks('missing'),
  })
  .refine(({ instanceId, spaceId }) => instanceId === undefined || spaceId !== undefined, {
    path: ['spaceId'],
    ...breaks('missing'),
  })
  .refine(({ id: itemId, instanceId }) => itemId === undefined || instanceId !== undefined, {
    path: ['instanceId'],
    ...breaks('missing'),
  });
/** One page of proposals, newest first. */
export const proposalPage = z.strictObject({
  totalCount: z.int(),
  currentPage: z.int(),
  list: z.array(proposal),
});

/** The list of proposals. */
export const proposalLists = [
  route(
    'listProposals',
    'GET',
    '/proposals',
    'List the proposals of all places that you can see',
    'operator',
    {
      ...{ query: proposalQuery, answer: proposalPage },
    },
  ),
] as const;

/** The routes to review an item of a kind, whose path is given. */
export function reviewRoutes(kind: keyof typeof proposalsInDetail, item: string) {
  const one = `${item}/proposals/{proposalId}`;
  return [
    route(
      'propose',
      'POST',
      `${item}/proposals`,
      'Propose it to the editors, or propose it again',
      'writer',
      {
        ...{ body: proposalOrder.optional(), answer: proposal, isGuarded: true },
      },
    ),
    route('getProposal', 'GET', one, 'Get a proposal, with its comments and what is live', 'viewer', {
      answer: proposalsInDetail[kind],
    }),
    route('addComment', 'POST', `${one}/comments`, 'Comment on an open proposal', 'writer', {
      ...{ body: commentOrder, answer: proposal },
    }),
    route('publishProposal', 'POST', `${one}/publish`, 'Publish what was proposed', 'editor', {
      ...{ body: publishOrder.optional(), answer: proposal, isGuarded: true },
    }),
    route('returnProposal', 'POST', `${one}/return`, 'Send it back with a comment', 'editor', {
      ...{ body: returnOrder, answer: proposal },
    }),
    route(
      'withdrawProposal',
      'POST',
      `${one}/withdraw`,
      'Withdraw your proposal, or any as an editor',
      'writer',
      {
        ...{ body: withdrawOrder.optional(), answer: proposal },
      },
    ),
  ];
}

/** A proposal to publish an item. */
export type ProposalView = z.infer<typeof proposal>;
/** A proposal with everything that is needed to decide on it. */
export type ProposalDetails = z.infer<(typeof proposalsInDetail)[keyof typeof proposalsInDetail]>;
/** A comment on a proposal. */
export type CommentView = z.infer<typeof reviewComment>;
/** Words of the proposed text that a comment is about. */
export type CommentedWords = z.infer<typeof commentedWords>;
/** An earlier round of a review. */
export type ReviewRound = z.infer<typeof reviewRound>;
/** One page of proposals. */
export type ProposalPage = z.infer<typeof proposalPage>;
