import { Button } from '@mantine/core';
import { useDebouncedCallback, useHotkeys } from '@mantine/hooks';
import type { CommentedWords } from '@newsstand/contract/manage';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { IconMessage } from '../../icons/icons.tsx';
import { useLanguage, useWords } from '../../words/LanguageProvider.tsx';
import type { Document } from '../items/document/Document.ts';
import { describeWords } from './findWords.ts';
import { rangeOf, selectedWords, shadowIn } from './selectedWords.ts';
import { commentField } from './Thread.tsx';
import { textAt, type WordsOfComments } from './useCommentedWords.ts';

type TextProps = {
  readonly words: WordsOfComments;
  readonly proposed: Document;
  /** Called if words that were asked for are not among what is shown. */
  readonly onMissing: (words: CommentedWords) => void;
  readonly children: ReactNode;
};

/** The proposed text. Words that comments are about are marked; others can be selected to comment on them. */
export function CommentableText({ words, proposed, onMissing, children }: TextProps) {
  const content = useRef<HTMLDivElement>(null);
  useMarks(content, words, onMissing);
  return (
    <div ref={content} className="review-content">
      {children}
      {words.canComment && <SelectionButton {...{ content, words, proposed }} />}
    </div>
  );
}

type ContentRef = { readonly current: HTMLDivElement | null };

/** Marks words without a change of the content, which React and the preview own. */
function useMarks(
  content: ContentRef,
  { marked, shown }: WordsOfComments,
  onMissing: TextProps['onMissing'],
) {
  const handled = useRef<CommentedWords>(undefined);
  const missing = useRef(onMissing);
  missing.current = onMissing;
  useEffect(() => {
    const root = content.current;
    if (root === null) return undefined;
    const mark = () => {
      const current = shown && rangeOf(root, shown);
      setHighlight(
        'commented',
        marked.flatMap((each) => rangeOf(root, each) ?? []),
      );
      setHighlight('commented-now', current === undefined ? [] : [current]);
      if (current === undefined || handled.current === shown) return;
      handled.current = shown;
      current.startContainer.parentElement?.scrollIntoView({ block: 'center' });
    };
    const observer = new MutationObserver(() => {
      watch();
      mark();
    });
    const watch = () => {
      for (const each of [root, shadowIn(root)])
        if (each !== undefined)
          observer.observe(each, { childList: true, characterData: true, subtree: true });
    };
    watch();
    mark();
    if (shown !== undefined && handled.current !== shown) missing.current(shown);
    return () => {
      observer.disconnect();
      setHighlight('commented', []);
      setHighlight('commented-now', []);
    };
  }, [content, marked, shown]);
}

/** Browsers without such highlights show the words without marks. */
function setHighlight(name: string, ranges: readonly Range[]): void {
  if (!('highlights' in CSS)) return;
  if (ranges.length === 0) CSS.highlights.delete(name);
  else CSS.highlights.set(name, new Highlight(...ranges));
}

/** Milliseconds that a selection has to stay as it is. */
const settled = 150;
/** About the width of the button, which has to fit beside the edge. */
const buttonWidth = 220;

/** Appears below words that are selected. */
function SelectionButton({
  content,
  words,
  proposed,
}: Pick<TextProps, 'words' | 'proposed'> & { readonly content: ContentRef }) {
  const texts = useWords().review;
  const { language } = useLanguage();
  const [place, setPlace] = useState<{ readonly top: number; readonly left: number }>();
  const selected = () => {
    const found = content.current === null ? undefined : selectedWords(content.current);
    if (found === undefined) return undefined;
    const described = describeWords(textAt(proposed, found.words.path, language), found.words);
    return described && { words: described, range: found.range };
  };
  const look = useDebouncedCallback(() => {
    const found = selected();
    const box = content.current?.getBoundingClientRect();
    if (found === undefined || box === undefined) return setPlace(undefined);
    const { bottom, left } = found.range.getBoundingClientRect();
    const most = Math.max(0, box.width - buttonWidth);
    setPlace({ top: bottom - box.top + 6, left: Math.min(Math.max(0, left - box.left), most) });
  }, settled);
  useEffect(() => {
    document.addEventListener('selectionchange', look);
    return () => document.removeEventListener('selectionchange', look);
  }, [look]);
  const comment = () => {
    const found = selected();
    if (found === undefined) return;
    words.setUnsent(found.words);
    document.getSelection()?.removeAllRanges();
    setPlace(undefined);
    document.getElementById(commentField)?.focus();
  };
  useHotkeys([['mod+alt+M', comment, { usePhysicalKeys: true }]]);
  if (place === undefined) return null;
  return (
    <Button
      size="xs"
      className="review-select"
      style={place}
      leftSection={<IconMessage size={14} aria-hidden />}
      title={texts.aboutWordsHint}
      // The words stay selected.
      onMouseDown={(event) => event.preventDefault()}
      onClick={comment}
    >
      {texts.aboutWords}
    </Button>
  );
}
