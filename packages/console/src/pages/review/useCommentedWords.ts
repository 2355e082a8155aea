import type { CommentedWords, ProposalDetails } from '@newsstand/contract/manage';
import { useMemo, useState } from 'react';
import { isCommentedWords } from '../../api/checks.ts';
import { useIsAllowed } from '../../api/SessionProvider.tsx';
import { parseJson } from '../../parts/json/json.ts';
import { useKeptText } from '../../parts/useKeptText.ts';
import { useLanguage } from '../../words/LanguageProvider.tsx';
import type { Language } from '../../words/languages.ts';
import { blocksIn } from '../items/document/bodyBlocks.ts';
import { type Document, readAt } from '../items/document/Document.ts';
import { blockPieces } from '../items/document/diffBlocks.ts';
import { valueText } from '../items/ValueView.tsx';
import { findWords } from './findWords.ts';

/** The words of the proposed text that comments are about: those that were sent, and those of the one being written. */
export function useCommentedWords(proposal: ProposalDetails) {
  const { language } = useLanguage();
  const { proposed, thread, rounds } = proposal;
  const canComment = useIsAllowed('writer', proposal) && proposal.state === 'open';
  const [kept, setKept] = useKeptText(`words:${proposal.proposalId}`);
  const [shown, setShown] = useState<CommentedWords>();
  const unsent = useMemo(() => {
    const { value } = parseJson(kept);
    return isCommentedWords(value) ? value : undefined;
  }, [kept]);
  const there = useMemo(() => {
    const all = [...rounds.flatMap((round) => round.thread), ...thread].flatMap(({ words }) => words ?? []);
    const texts = new Map<string, string>();
    const textOf = (path: string) => {
      const text = texts.get(path) ?? (proposed === undefined ? '' : textAt(proposed, path, language));
      texts.set(path, text);
      return text;
    };
    return proposed && all.filter((words) => findWords([textOf(words.path)], words) !== undefined);
  }, [proposed, thread, rounds, language]);
  return {
    canComment,
    unsent,
    setUnsent: (words: CommentedWords | undefined) =>
      setKept(words === undefined ? '' : JSON.stringify(words)),
    /** Whether words are in the proposed text; undefined if nothing is proposed any more. */
    isThere: (words: CommentedWords) => there?.includes(words),
    /** The words to mark. */
    marked: useMemo(() => [...(there ?? []), ...(unsent === undefined ? [] : [unsent])], [there, unsent]),
    /** The words that were asked for: another object each time. */
    shown,
    show: (words: CommentedWords) => setShown({ ...words }),
  };
}

/** The words of the proposed text that comments are about. */
export type WordsOfComments = Omit<ReturnType<typeof useCommentedWords>, 'show'> & {
  /** Undefined where the proposed text is not shown. */
  readonly show: ((words: CommentedWords) => void) | undefined;
};

/** The text of a member of an item, as it is compared. */
export function textAt(document: Document, path: string, language: Language): string {
  const blocks = path === 'values.body' ? blocksIn(document) : undefined;
  if (blocks === undefined) return valueText(path, readAt(document, path), language);
  return blocks
    .map((block) =>
      blockPieces(block)
        .map(({ text }) => text)
        .join(''),
    )
    .join('\n');
}
