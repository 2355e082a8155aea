import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { ProposalView } from '@newsstand/contract/manage';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { type ItemShelf, itemPath } from '../../../api/paths.ts';
import { propose, useProposalsOf, useRefreshReview } from '../../../api/proposals.ts';
import { useIsAllowed } from '../../../api/SessionProvider.tsx';
import { useInstanceSettings } from '../../../parts/PreviewPageForm.tsx';
import { useKeptText } from '../../../parts/useKeptText.ts';
import { useWords } from '../../../words/LanguageProvider.tsx';
import type { Editing } from './useEditing.ts';

/** How this operator can bring an item to readers. */
export type Publishing = {
  /** Whether it is known yet. */
  readonly isKnown: boolean;
  /** Without anybody else. */
  readonly isAlone: boolean;
  /** Whether they can take it off, too. */
  readonly isEditor: boolean;
  readonly isFourEyes: boolean;
};

/** Writers propose; where four eyes are demanded, everybody does. */
export function usePublishing(shelf: ItemShelf): Publishing {
  const isEditor = useIsAllowed('editor', shelf);
  const { data } = useInstanceSettings(shelf);
  const isFourEyes = data?.fourEyes === true;
  return { isKnown: !isEditor || data !== undefined, isAlone: isEditor && !isFourEyes, isEditor, isFourEyes };
}

type Order = Parameters<typeof propose>[3];

/** The newest proposal of an item, and how to make one. */
export function useProposing(shelf: ItemShelf, editing: Editing) {
  const texts = useWords().review;
  const { data: [proposal] = [] } = useProposalsOf(shelf, editing.contentId);
  const refresh = useRefreshReview();
  const [isAsking, setAsking] = useState(false);
  const keptAs = `proposal:${itemPath(shelf, editing.contentId ?? '')}`;
  const [, keepText] = useKeptText(keptAs);
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: (order: Order) =>
      propose(shelf, editing.contentId ?? '', editing.work.latest().base?.etag ?? '', order),
    onSuccess: () => {
      keepText('');
      setAsking(false);
      notifications.show({ color: 'green', message: texts.proposedNow });
    },
    onSettled: () => void refresh(),
  });
  return {
    ...{ proposal, isAsking, isPending, error, keptAs },
    send: (order: Order) => mutate(order),
    /** Saves everything first: what is proposed is what was saved. */
    ask: async () => {
      reset();
      if (await editing.complete()) setAsking(true);
    },
    close: () => setAsking(false),
  };
}

/** The newest proposal of an item, and how to make one. */
export type Proposing = ReturnType<typeof useProposing>;

/** Proposes what is written; once it is proposed, there is nothing to do until it is changed. */
export function ProposeButton({
  editing,
  proposing,
}: {
  readonly editing: Editing;
  readonly proposing: Proposing;
}) {
  const texts = useWords().review;
  const { proposal } = proposing;
  const isOpen = proposal?.state === 'open';
  const isProposed = isOpen && isUnchanged(proposal) && !editing.work.isDirty;
  const isEmpty = editing.mode === 'next' && !editing.hasChanges;
  return (
    <Button
      disabled={isProposed || isEmpty || editing.json.fault !== undefined}
      onClick={() => void proposing.ask()}
      title={texts.proposeHint}
    >
      {isProposed ? texts.isProposed : isOpen ? texts.proposeAgain : texts.propose}
    </Button>
  );
}

function isUnchanged({ isChanged = false }: ProposalView): boolean {
  return !isChanged;
}
