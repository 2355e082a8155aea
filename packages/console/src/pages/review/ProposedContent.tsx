import { Alert, Button, Group, Stack, Tabs, Text } from '@mantine/core';
import type { ProposalDetails } from '@newsstand/contract/manage';
import { useState } from 'react';
import { keyOf } from '../../api/proposals.ts';
import { useWords } from '../../words/LanguageProvider.tsx';
import type { Document } from '../items/document/Document.ts';
import { DiffView, useDiffLayout } from '../items/history/DiffView.tsx';
import { PreviewView } from '../items/preview/PreviewView.tsx';
import { CommentableText } from './CommentableText.tsx';
import type { WordsOfComments } from './useCommentedWords.ts';

type Content = Pick<ProposalDetails, 'itemEtag' | 'live' | 'proposed'>;

/**
 * The proposal as the reviewer has seen it. What is said about it is always the newest; another content is taken over
 * only when they have asked to see it, so nobody decides on what they have not seen.
 */
export function useSeenProposal(newest: ProposalDetails) {
  const [seen, setSeen] = useState<Content>(newest);
  const [before, setBefore] = useState<Document>();
  const isBehind = newest.state === 'open' && newest.itemEtag !== seen.itemEtag;
  const { itemEtag, live, proposed } = isBehind ? seen : newest;
  return {
    proposal: { ...newest, itemEtag, live, proposed },
    isBehind,
    /** What was shown before the last change. */
    before,
    update: () => {
      setBefore(seen.proposed);
      setSeen(newest);
    },
  };
}

/** A proposal as the reviewer has seen it. */
export type SeenProposal = ReturnType<typeof useSeenProposal>;

/** What would be published, compared with what readers see, and as they will see it. */
export function ProposedContent({
  seen,
  words,
}: {
  readonly seen: SeenProposal;
  /** Undefined where words cannot be commented on. */
  readonly words?: WordsOfComments;
}) {
  const texts = useWords().review;
  const { proposal, isBehind, before, update } = seen;
  const { shelf } = keyOf(proposal);
  const { layout, control } = useDiffLayout();
  const isNew = proposal.live === undefined;
  const { proposed, sentBack } = proposal;
  const [tab, setTab] = useState<string | null>(
    sentBack !== undefined ? 'since' : isNew ? 'preview' : 'changes',
  );
  if (proposed === undefined) return null;
  const content = (
    <Tabs value={tab} onChange={setTab} keepMounted={false} variant="pills">
      <Group justify="space-between" mb="sm">
        <Tabs.List>
          {sentBack !== undefined && <Tabs.Tab value="since">{texts.tabs.since}</Tabs.Tab>}
          <Tabs.Tab value="changes">{texts.tabs.changes}</Tabs.Tab>
          <Tabs.Tab value="preview">{texts.tabs.preview}</Tabs.Tab>
        </Tabs.List>
        {tab !== 'preview' && control}
      </Group>
      {sentBack !== undefined && (
        <Tabs.Panel value="since">
          <Text size="sm" c="dimmed" mb="sm">
            {texts.sinceNote}
          </Text>
          <DiffView space={shelf} before={sentBack} after={proposed} layout={layout} />
        </Tabs.Panel>
      )}
      <Tabs.Panel value="changes">
        <Text size="sm" c="dimmed" mb="sm">
          {isNew ? texts.isNew : texts.compareNote}
        </Text>
        <DiffView
          space={shelf}
          before={proposal.live ?? nothing(proposed)}
          after={proposed}
          layout={layout}
        />
      </Tabs.Panel>
      <Tabs.Panel value="preview">
        <PreviewView shelf={shelf} document={proposed} />
      </Tabs.Panel>
    </Tabs>
  );
  return (
    <Stack gap="md">
      {isBehind && (
        <Alert color="yellow" role="alert" title={texts.behindTitle}>
          <Stack gap="xs" align="flex-start">
            <Text size="sm">{texts.behindText}</Text>
            <Button size="xs" onClick={update}>
              {texts.behindShow}
            </Button>
          </Stack>
        </Alert>
      )}
      {!isBehind && before !== undefined && (
        <Alert color="blue" title={texts.sinceTitle}>
          <DiffView space={shelf} before={before} after={proposed} layout={layout} />
        </Alert>
      )}
      {words === undefined ? (
        content
      ) : (
        <CommentableText
          words={words}
          proposed={proposed}
          // Whole texts are in the preview; a comparison folds what is the same.
          onMissing={({ path }) =>
            setTab(shelf.kind === 'news' && previewed.has(path) ? 'preview' : 'changes')
          }
        >
          {content}
        </CommentableText>
      )}
    </Stack>
  );
}

const previewed = new Set(['values.title', 'values.body']);

/** What a new item is compared with: nothing but what the service has set. */
function nothing({ contentId, createdAt, status }: NonNullable<ProposalDetails['proposed']>): Document {
  return { contentId, createdAt, status };
}
