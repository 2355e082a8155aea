import { Button, CloseButton, Group, Stack, Text, Textarea } from '@mantine/core';
import type { CommentedWords, CommentView, ProposalDetails, ReviewRound } from '@newsstand/contract/manage';
import type { FormEvent } from 'react';
import { keyOf, useReviewStep } from '../../api/proposals.ts';
import { useIsAllowed } from '../../api/SessionProvider.tsx';
import { ErrorAlert } from '../../parts/ErrorAlert.tsx';
import { useActorName } from '../../parts/useActorName.ts';
import { useKeptText } from '../../parts/useKeptText.ts';
import { formatRelative } from '../../time/formatDateTime.ts';
import { useNow } from '../../time/useNow.ts';
import { timeZone } from '../../time/wallClock.ts';
import { useLanguage, useWords } from '../../words/LanguageProvider.tsx';
import type { WordsOfComments } from './useCommentedWords.ts';

/** What was said about a proposal, and a field to say more while it is open. */
export function Thread({
  proposal,
  words,
}: {
  readonly proposal: ProposalDetails;
  readonly words: WordsOfComments;
}) {
  const texts = useWords().review;
  const { thread, message, rounds } = proposal;
  const canComment = useIsAllowed('writer', proposal) && proposal.state === 'open';
  return (
    <Stack gap="sm">
      {message === undefined && thread.length + rounds.length === 0 && (
        <Text size="sm" c="dimmed">
          {texts.noComments}
        </Text>
      )}
      {[...rounds, proposal].map((round, index) => (
        <section key={round.proposalId} aria-label={texts.round(index + 1)}>
          {rounds.length > 0 && (
            <Text size="xs" fw={600} mb={4}>
              {texts.round(index + 1)}
              {round !== proposal && `: ${texts.states[round.state]}`}
            </Text>
          )}
          <Remarks round={round} words={words} />
        </section>
      ))}
      {canComment && <CommentForm proposal={proposal} words={words} />}
    </Stack>
  );
}

/** What was said in one round: the message first. */
function Remarks({
  round: { proposedBy, proposedAt, message, thread },
  words,
}: {
  readonly round: Pick<ReviewRound, 'proposedBy' | 'proposedAt' | 'message' | 'thread'>;
  readonly words: WordsOfComments;
}) {
  const said: readonly CommentView[] =
    message === undefined ? [] : [{ by: proposedBy, at: proposedAt, text: message }];
  const all = [...said, ...thread].toSorted((one, other) => one.at - other.at);
  return (
    <ol className="review-thread">
      {all.map((comment) => (
        <Comment key={`${comment.at} ${comment.by} ${comment.text}`} comment={comment} words={words} />
      ))}
    </ol>
  );
}

function Comment({ comment, words }: { readonly comment: CommentView; readonly words: WordsOfComments }) {
  const { by, at, text } = comment;
  const { language } = useLanguage();
  const now = useNow();
  const nameOf = useActorName();
  return (
    <li>
      <Text size="xs" c="dimmed">
        <strong>{nameOf(by)}</strong> · {formatRelative(at, now, language, timeZone)}
      </Text>
      {comment.words !== undefined && <Quote quoted={comment.words} words={words} />}
      <Text size="sm" className="review-text">
        {text}
      </Text>
    </li>
  );
}

/** The words that a comment is about: shows them in the text, unless they are no longer there. */
function Quote({ quoted, words }: { readonly quoted: CommentedWords; readonly words: WordsOfComments }) {
  const texts = useWords().review;
  const { show } = words;
  const isThere = words.isThere(quoted);
  if (isThere === true && show !== undefined)
    return (
      <button type="button" className="review-quote" title={texts.showWords} onClick={() => show(quoted)}>
        {quoted.quote}
      </button>
    );
  return (
    <>
      <blockquote className="review-quote">{quoted.quote}</blockquote>
      {isThere === false && (
        <Text size="xs" c="dimmed">
          {texts.wordsGone}
        </Text>
      )}
    </>
  );
}

function CommentForm({
  proposal,
  words,
}: {
  readonly proposal: ProposalDetails;
  readonly words: WordsOfComments;
}) {
  const texts = useWords().review;
  const { unsent, setUnsent } = words;
  const [text, setText] = useKeptText(`comment:${proposal.proposalId}`);
  const step = useReviewStep(keyOf(proposal));
  const send = () => {
    if (text.trim() === '' || step.isPending) return;
    const onSuccess = () => {
      setText('');
      setUnsent(undefined);
    };
    step.mutate({ type: 'comments', text, words: unsent }, { onSuccess });
  };
  return (
    <Stack gap={4}>
      {unsent === undefined && words.show !== undefined && (
        <Text size="xs" c="dimmed">
          {texts.selectHint}
        </Text>
      )}
      {unsent !== undefined && (
        <Group component="section" aria-label={texts.quoted} gap={4} wrap="nowrap" align="flex-start">
          <blockquote className="review-quote">{unsent.quote}</blockquote>
          <CloseButton size="sm" aria-label={texts.removeQuote} onClick={() => setUnsent(undefined)} />
        </Group>
      )}
      <RemarkForm
        id={commentField}
        label={texts.comment}
        submit={texts.addComment}
        {...{ text, setText, send, isPending: step.isPending, error: step.error }}
      />
    </Stack>
  );
}

/** The field for a comment. */
export const commentField = 'review-comment';

type RemarkProps = {
  readonly id?: string;
  readonly label: string;
  readonly submit: string;
  readonly text: string;
  readonly setText: (text: string) => void;
  readonly send: () => void;
  readonly isPending: boolean;
  readonly error: Error | null;
  /** Undefined if the form cannot be closed. */
  readonly onCancel?: (() => void) | undefined;
};

/** A field for a few sentences; Ctrl+Enter sends them. */
export function RemarkForm({
  id,
  label,
  submit,
  text,
  setText,
  send,
  isPending,
  error,
  onCancel,
}: RemarkProps) {
  const { review: texts, dialog } = useWords();
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    send();
  };
  return (
    <form onSubmit={onSubmit}>
      <Stack gap="xs">
        <RemarkInput
          {...{ id, label, text, setText, send }}
          minRows={2}
          maxRows={12}
          data-autofocus={onCancel !== undefined || undefined}
        />
        {error !== null && <ErrorAlert error={error} />}
        <Group justify="flex-end" gap="xs">
          {onCancel && (
            <Button variant="default" size="xs" onClick={onCancel}>
              {dialog.cancel}
            </Button>
          )}
          <Button
            type="submit"
            size="xs"
            variant={onCancel ? 'filled' : 'light'}
            loading={isPending}
            disabled={text.trim() === ''}
            title={texts.sendHint}
          >
            {submit}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

type InputProps = Pick<RemarkProps, 'label' | 'text' | 'setText' | 'send'> & {
  readonly id?: string | undefined;
  readonly minRows: number;
  readonly maxRows: number;
  readonly 'data-autofocus': true | undefined;
};

/** The field itself, without buttons. */
export function RemarkInput({ text, setText, send, ...more }: InputProps) {
  return (
    <Textarea
      // The page around it publishes with these keys.
      data-own-enter
      value={text}
      onChange={({ currentTarget }) => setText(currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
        event.preventDefault();
        send();
      }}
      autosize
      maxLength={4000}
      {...more}
    />
  );
}
