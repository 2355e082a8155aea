import type { CommentedWords, ProposalDetails, ProposalPage, ProposalView } from '@newsstand/contract/manage';
import { includes } from '@newsstand/contract/manage/plain';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { isProposal, isProposalDetails, isProposalPage } from './checks.ts';
import { type ItemShelf, itemPath } from './paths.ts';
import { fetchJson } from './request.ts';
import { useSession } from './SessionProvider.tsx';

/** How often to look for what others have proposed, said and decided. */
const refetchMilliseconds = 15_000;

/** The parameters of the list of proposals. */
export type ProposalsQuery = Readonly<Record<string, string | number | undefined>>;

/** One page of proposals. */
export function proposalsQuery(query: ProposalsQuery) {
  return queryOptions({
    queryKey: ['proposals', query],
    queryFn: ({ signal }): Promise<ProposalPage> =>
      fetchJson('/proposals', isProposalPage, { query, signal }),
    refetchInterval: refetchMilliseconds,
  });
}

/** What waits for the review of this operator, the newest first. */
export function useWaiting() {
  const canPublish = useSession().operator.roles.some(({ role }) => includes(role, 'editor'));
  return useQuery({ ...proposalsQuery({ waiting: 'true', size: 8 }), enabled: canPublish });
}

/** What came back to an operator lately and was not proposed again since. */
export function useReturned(operatorId: string) {
  return useQuery({
    ...proposalsQuery({ proposedBy: operatorId, size: 50 }),
    select: ({ list }) =>
      newestOfEach(list).filter(
        ({ state, closedAt = 0 }) => state === 'returned' && closedAt > Date.now() - lately,
      ),
  });
}

/** What nobody has touched for a month is not news any more. */
const lately = 30 * 86_400_000;

/** The first proposal of each item in a list. */
function newestOfEach(list: readonly ProposalView[]): readonly ProposalView[] {
  const seen = new Set<string>();
  return list.filter((proposal) => {
    const { shelf, contentId } = keyOf(proposal);
    const path = itemPath(shelf, contentId);
    const isFirst = !seen.has(path);
    seen.add(path);
    return isFirst;
  });
}

/** The proposals of an item, the newest first. */
export function useProposalsOf(shelf: ItemShelf, contentId: string | undefined) {
  const { projectId, spaceId, kind, instanceId } = shelf;
  const query = { projectId, spaceId, instanceId, id: contentId, size: 50 };
  return useQuery({
    ...proposalsQuery(query),
    enabled: contentId !== undefined,
    // News and banners may have the same IDs.
    select: ({ list }) => list.filter((each) => each.kind === kind),
  });
}

/** Names a proposal of an item. */
export type ProposalKey = {
  readonly shelf: ItemShelf;
  readonly contentId: string;
  readonly proposalId: string;
};

/** The key of a listed proposal. */
export function keyOf({ projectId, spaceId, kind, instanceId, id, proposalId }: ProposalView): ProposalKey {
  return { shelf: { projectId, spaceId, kind, instanceId }, contentId: id, proposalId };
}

function proposalPath({ shelf, contentId, proposalId }: ProposalKey): string {
  return `${itemPath(shelf, contentId)}/proposals/${encodeURIComponent(proposalId)}`;
}

/** A proposal with its comments, what is live and what would be published. */
export function useProposal(key: ProposalKey, isEnabled = true) {
  const path = proposalPath(key);
  return useQuery({
    queryKey: ['proposal', path],
    queryFn: ({ signal }): Promise<ProposalDetails> => fetchJson(path, isProposalDetails, { signal }),
    refetchInterval: refetchMilliseconds,
    enabled: isEnabled,
  });
}

/** Everything that shows proposals, or what they are about. */
const touched = ['proposals', 'proposal', 'item', 'items', 'versions', 'overview', 'recent', 'calendar'];

/** Proposes an item as it was last saved. */
export function propose(
  shelf: ItemShelf,
  contentId: string,
  etag: string,
  order: { readonly message?: string | undefined; readonly publishAt?: number | undefined },
): Promise<ProposalView> {
  const path = `${itemPath(shelf, contentId)}/proposals`;
  return fetchJson(path, isProposal, { method: 'POST', body: order, ifMatch: etag });
}

/** Refetches everything that a change of a proposal shows in. */
export function useRefreshReview() {
  const client = useQueryClient();
  return () => Promise.all(touched.map((name) => client.invalidateQueries({ queryKey: [name] })));
}

/** One step of a review. */
export type ReviewStep =
  | {
      readonly type: 'comments';
      readonly text: string;
      readonly words: CommentedWords | undefined;
    }
  | { readonly type: 'return'; readonly comment: string }
  | { readonly type: 'withdraw' }
  /** Publishes what has this ETag, and nothing else. */
  | { readonly type: 'publish'; readonly etag: string; readonly isNow: boolean };

/** Comments on a proposal, or decides on it. */
export function useReviewStep(key: ProposalKey) {
  const refresh = useRefreshReview();
  return useMutation({
    mutationFn: (step: ReviewStep) =>
      fetchJson(`${proposalPath(key)}/${step.type}`, isProposal, {
        method: 'POST',
        body: bodyOf(step),
        ...(step.type === 'publish' && { ifMatch: step.etag }),
      }),
    // Also after a failure: somebody else may have been faster. Not awaited: what shows the step may go with it.
    onSettled: () => void refresh(),
  });
}

function bodyOf(step: ReviewStep): object {
  if (step.type === 'comments') return { text: step.text, words: step.words };
  if (step.type === 'return') return { comment: step.comment };
  return step.type === 'publish' && step.isNow ? { now: true } : {};
}
