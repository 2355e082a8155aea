import { Alert, Button, Collapse, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ProposalDetails, ProposalView } from '@newsstand/contract/manage';
import { Link } from 'wouter';
import { proposalHref } from '../../api/paths.ts';
import { keyOf, useProposal } from '../../api/proposals.ts';
import { useIsAllowed, useSession } from '../../api/SessionProvider.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { useWords } from '../../words/LanguageProvider.tsx';
import { Decision } from './Decision.tsx';
import { ProposalBadges, ProposalFacts } from './ProposalFacts.tsx';
import { ProposedContent, useSeenProposal } from './ProposedContent.tsx';
import { Thread } from './Thread.tsx';
import { useCommentedWords } from './useCommentedWords.ts';

/** Whether a proposal still matters to those who work on its item. */
export function isCurrent(proposal: ProposalView | undefined): proposal is ProposalView {
  return proposal !== undefined && /^(open|returned)$/.test(proposal.state);
}

/** What is proposed, and what can be done with it, on the page of the item. */
export function ItemReview({ proposal }: { readonly proposal: ProposalView }) {
  const { data } = useProposal(keyOf(proposal));
  return data === undefined ? null : <Notice key={data.proposalId} newest={data} />;
}

function Notice({ newest }: { readonly newest: ProposalDetails }) {
  const texts = useWords().review;
  const { operatorId } = useSession().operator;
  const canPublish = useIsAllowed('editor', newest);
  const [isOpen, { toggle }] = useDisclosure(false);
  const seen = useSeenProposal(newest);
  const { proposal, isBehind } = seen;
  const isReviewer = canPublish && proposal.proposedBy !== operatorId && proposal.state === 'open';
  const last = proposal.thread.at(-1);
  return (
    <Alert
      color={proposal.state === 'returned' ? 'orange' : 'gray'}
      role="status"
      py="xs"
      aria-label={texts.title}
    >
      <Stack gap="xs">
        <Group gap="sm">
          <ProposalBadges proposal={proposal} />
          <ProposalFacts proposal={proposal} />
        </Group>
        {proposal.state === 'returned' && last !== undefined && (
          <Text size="sm" className="review-text">
            {last.text}
          </Text>
        )}
        {proposal.state === 'returned' && (
          <Text size="sm" c="dimmed">
            {texts.returnedHint}
          </Text>
        )}
        <Group gap="xs">
          {isReviewer && (
            <Button size="compact-sm" aria-expanded={isOpen} onClick={toggle}>
              {texts.review}
            </Button>
          )}
          <Button component={Link} href={proposalHref(keyOf(proposal))} size="compact-sm" variant="default">
            {texts.open}
          </Button>
          {!isReviewer && <Decision proposal={proposal} isBehind={isBehind} isBrief />}
        </Group>
        {isReviewer && (
          <Collapse expanded={isOpen}>
            {isOpen && (
              <Stack gap="sm">
                <Decision proposal={proposal} isBehind={isBehind} />
                <ProposedContent seen={seen} />
              </Stack>
            )}
          </Collapse>
        )}
      </Stack>
    </Alert>
  );
}

/** What was said about a proposal, beside its item. */
export function ItemThread({ proposal }: { readonly proposal: ProposalView }) {
  const { data } = useProposal(keyOf(proposal));
  return data === undefined ? null : <LoadedThread proposal={data} />;
}

function LoadedThread({ proposal }: { readonly proposal: ProposalDetails }) {
  const texts = useWords().review;
  const words = useCommentedWords(proposal);
  return (
    <Panel title={texts.comments}>
      <Thread proposal={proposal} words={{ ...words, show: undefined }} />
    </Panel>
  );
}
