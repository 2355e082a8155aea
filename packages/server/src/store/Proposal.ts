import { type ProposalState, proposalStates } from '@newsstand/contract/manage/plain';
import { isAppKind } from '@newsstand/contract/plain';
import { z } from 'zod';
import type { Instance, RecordKey } from './StoredRecord.ts';

/** A proposal to publish an item. An item has at most one that is open. */
export type Proposal = {
  readonly proposalId: string;
  readonly key: RecordKey;
  /** The name of the item when it was proposed. */
  readonly name: string;
  /** Whether the item was a draft, or its next version was proposed. */
  readonly type: 'draft' | 'next';
  readonly state: ProposalState;
  readonly proposedBy: string;
  readonly proposedAt: number;
  readonly message?: string | undefined;
  /** When it should be published; undefined for at once. */
  readonly publishAt?: number | undefined;
  /** The entity tag of the item when it was proposed. */
  readonly etag: string;
  readonly closedAt?: number | undefined;
  readonly closedBy?: string | undefined;
  /** What was sent back, as a document; only of the last time, and unless it is very long. */
  readonly sentBack?: string | undefined;
};

/** What somebody said about a proposal. */
export type ReviewComment = {
  readonly at: number;
  readonly by: string;
  readonly text: string;
  /** The words of the proposed text that it is about. */
  readonly words?: CommentedWords | undefined;
};

/** Words of a text, the member of the item that they are in, and what was before and after them. */
export type CommentedWords = {
  readonly path: string;
  readonly quote: string;
  readonly before?: string | undefined;
  readonly after?: string | undefined;
};

/** A proposal, and how many comments it has. */
export type CountedProposal = Proposal & { readonly comments: number };

/** A proposal with its comments. */
export type DiscussedProposal = Proposal & { readonly thread: readonly ReviewComment[] };

/** Selects proposals, the newest first. */
export type ProposalQuery = {
  readonly instances: readonly Instance[];
  /** Only those of the item with this ID. */
  readonly id?: string | undefined;
  readonly state?: ProposalState | undefined;
  readonly proposedBy?: string | undefined;
  /** Only those of others than this operator. */
  readonly notProposedBy?: string | undefined;
  readonly skip: number;
  readonly most: number;
};

/** Proposals and their comments. They are in no change log and no mirror. */
export interface ProposalReader {
  proposal(proposalId: string): Promise<CountedProposal | undefined>;
  /** One page, and how many there are in total. */
  proposals(
    query: ProposalQuery,
  ): Promise<{ readonly total: number; readonly list: readonly CountedProposal[] }>;
  /** All open proposals of a shelf, by the ID of their item. */
  openProposals(shelf: Omit<RecordKey, 'id'>): Promise<ReadonlyMap<string, Proposal>>;
  /** How many open proposals an operator has. */
  countOpenProposals(proposedBy: string): Promise<number>;
  /** The comments on a proposal, the oldest first. */
  comments(proposalId: string): Promise<readonly ReviewComment[]>;
  /** For a copy of the store: all of them, in an order that every engine preserves. */
  allProposals(): AsyncIterable<readonly DiscussedProposal[]>;
}

/** The part of a transaction that writes them. */
export interface ProposalWriter {
  /** Replaces the one with the same ID. The instance must exist, and have no other open proposal for the item. */
  putProposal(proposal: Proposal): Promise<void>;
  addComment(proposalId: string, comment: ReviewComment): Promise<void>;
  /** Deletes all but the newest closed proposals of an item, with their comments. */
  pruneProposals(key: RecordKey, most: number): Promise<void>;
}

/** A proposal as databases store it, with its shelf. */
export type ProposalRow = {
  readonly proposalId: string;
  readonly kind: string;
  readonly projectId: string;
  readonly spaceId: string;
  readonly instanceId: string;
  readonly id: string;
  readonly state: string;
  readonly proposedBy: string;
  readonly proposedAt: number;
  readonly closedBy: string | null;
  readonly document: string;
  readonly comments: number;
};

const row = z.object({
  kind: z.string().refine(isAppKind),
  state: z.enum(proposalStates),
});

const document = z.object({
  name: z.string(),
  type: z.enum(['draft', 'next']),
  message: z.string().optional(),
  publishAt: z.number().optional(),
  etag: z.string(),
  closedAt: z.number().optional(),
  sentBack: z.string().optional(),
});

/** The part of a proposal that is stored as text: always the same members in the same order. */
export function encodeProposal(proposal: Proposal): string {
  return JSON.stringify(document.parse(proposal));
}

/** A comment as databases store it. */
export type CommentRow = { readonly at: number; readonly author: string; readonly document: string };

/** The words that a comment is about: always the same members in the same order. */
export const commentedWords = z.object({
  path: z.string(),
  quote: z.string(),
  before: z.string().optional(),
  after: z.string().optional(),
});

const said = z.object({ text: z.string(), words: commentedWords.optional() });

/** The part of a comment that is stored as text. */
export function encodeComment(comment: ReviewComment): string {
  return JSON.stringify(said.parse(comment));
}

/** Reads a stored comment. */
export function decodeComment(stored: CommentRow): ReviewComment {
  return { at: stored.at, by: stored.author, ...said.parse(JSON.parse(stored.document)) };
}

/** Reads a stored proposal. */
export function decodeProposal(stored: ProposalRow): CountedProposal {
  const { proposalId, projectId, spaceId, instanceId, id, proposedBy, proposedAt, closedBy, comments } =
    stored;
  const { kind, state } = row.parse(stored);
  return {
    ...{ proposalId, key: { kind, projectId, spaceId, instanceId, id } },
    ...{ state, proposedBy, proposedAt, comments },
    ...(closedBy === null ? {} : { closedBy }),
    ...document.parse(JSON.parse(stored.document)),
  };
}
