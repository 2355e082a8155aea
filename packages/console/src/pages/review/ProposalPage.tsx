import { Anchor, Group, Stack } from '@mantine/core';
import type { ProposalDetails } from '@newsstand/contract/manage';
import { Link, useLocation, useParams } from 'wouter';
import { editorHref, proposalHref } from '../../api/paths.ts';
import { keyOf, type ProposalKey, useProposal, useProposalsOf } from '../../api/proposals.ts';
import { ApiError } from '../../api/request.ts';
import { usePathName } from '../../api/SessionProvider.tsx';
import { IconArrowLeft, IconPencil } from '../../icons/icons.tsx';
import { ErrorAlert } from '../../parts/ErrorAlert.tsx';
import { NotFound } from '../../parts/NotFound.tsx';
import { PageHead } from '../../parts/PageHead.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { PageSkeleton } from '../../parts/Skeletons.tsx';
import { useItemShelf } from '../../shell/useSpace.ts';
import { useWords } from '../../words/LanguageProvider.tsx';
import { Decision } from './Decision.tsx';
import { ProposalBadges, ProposalFacts } from './ProposalFacts.tsx';
import { ProposedContent, useSeenProposal } from './ProposedContent.tsx';
import { Thread } from './Thread.tsx';
import { useCommentedWords } from './useCommentedWords.ts';

/** One proposal: what it changes for readers, what was said about it, and what can be done with it. */
export default function ProposalPage() {
  const shelf = useItemShelf();
  const { contentId, proposalId } = useParams();
  if (shelf === undefined || contentId === undefined || proposalId === undefined) return <NotFound />;
  return <LoadedProposal key={proposalId} proposalKey={{ shelf, contentId, proposalId }} />;
}

function LoadedProposal({ proposalKey }: { readonly proposalKey: ProposalKey }) {
  const { data, error, refetch } = useProposal(proposalKey);
  if (data !== undefined) return <Proposal newest={data} />;
  if (error === null) return <PageSkeleton />;
  return error instanceof ApiError && error.problem.status === 404 ? (
    <NotFound />
  ) : (
    <ErrorAlert error={error} onRetry={refetch} />
  );
}

function Proposal({ newest }: { readonly newest: ProposalDetails }) {
  const texts = useWords().review;
  const [, go] = useLocation();
  const seen = useSeenProposal(newest);
  const { proposal, isBehind } = seen;
  const { shelf, contentId } = keyOf(proposal);
  const pathName = usePathName();
  const words = useCommentedWords(proposal);
  return (
    <Stack gap="md">
      <Group gap="lg">
        <Anchor component={Link} href="/review" className="item-back">
          <IconArrowLeft size={18} aria-hidden />
          {texts.title}
        </Anchor>
        <Anchor component={Link} href={editorHref(shelf, contentId)} className="item-back">
          <IconPencil size={16} aria-hidden />
          {texts.openItem}
        </Anchor>
      </Group>
      <PageHead title={proposal.proposed?.values.title || proposal.name} text={pathName(shelf)}>
        <ProposalBadges proposal={proposal} size="lg" />
      </PageHead>
      <ProposalFacts proposal={proposal} />
      <Decision proposal={proposal} isBehind={isBehind} onDone={() => go('/review')} />
      <div className="item-page">
        <ProposedContent seen={seen} words={words} />
        <Stack gap="md" className="item-side">
          <Panel title={texts.comments}>
            <Thread proposal={proposal} words={words} />
          </Panel>
          <OtherProposals proposal={proposal} />
        </Stack>
      </div>
    </Stack>
  );
}

/** Further proposals of the same item, which are not rounds of this review. */
function OtherProposals({ proposal }: { readonly proposal: ProposalDetails }) {
  const texts = useWords().review;
  const { shelf, contentId } = keyOf(proposal);
  const { data = [] } = useProposalsOf(shelf, contentId);
  const shown = new Set([proposal, ...proposal.rounds].map(({ proposalId }) => proposalId));
  const others = data.filter(({ proposalId }) => !shown.has(proposalId));
  if (others.length === 0) return null;
  return (
    <Panel title={texts.others}>
      {others.map((other) => (
        <div key={other.proposalId}>
          <Anchor component={Link} href={proposalHref(keyOf(other))} size="sm">
            {texts.states[other.state]}
          </Anchor>
          <ProposalFacts proposal={other} />
        </div>
      ))}
    </Panel>
  );
}
