import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import type { ProposalDetails, ReviewRound } from '@newsstand/contract/manage';
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

/** What was said about a proposal, and a field to say more while it is open. */
export function Thread({ proposal }: { readonly proposal: ProposalDetails }) {
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
          <Remarks round={round} />
        </section>
      ))}
      {canComment && <CommentForm proposal={proposal} />}
    </Stack>
  );
}

/** What was said in one round: the message first. */
function Remarks({
  round: { proposedBy, proposedAt, message, thread },
}: {
  readonly round: Pick<ReviewRound, 'proposedBy' | 'proposedAt' | 'message' | 'thread'>;
}) {
  const said = message === undefined ? [] : [{ by: proposedBy, at: proposedAt, text: message }];
  const all = [...said, ...thread].toSorted((one, other) => one.at - other.at);
  return (
    <ol className="review-thread">
      {all.map(({ by, at, text }) => (
        <Comment key={`${at} ${by} ${text}`} by={by} at={at} text={text} />
      ))}
    </ol>
  );
}

function Comment({ by, at, text }: { readonly by: string; readonly at: number; readonly text: string }) {
  const { language } = useLanguage();
  const now = useNow();
  const nameOf = useActorName();
  return (
    <li>
      <Text size="xs" c="dimmed">
        <strong>{nameOf(by)}</strong> · {formatRelative(at, now, language, timeZone)}
      </Text>
      <Text size="sm" className="review-text">
        {text}
      </Text>
    </li>
  );
}

function CommentForm({ proposal }: { readonly proposal: ProposalDetails }) {
  const texts = useWords().review;
  const [text, setText] = useKeptText(`comment:${proposal.proposalId}`);
  const step = useReviewStep(keyOf(proposal));
  const send = () => {
    if (text.trim() === '' || step.isPending) return;
    step.mutate({ type: 'comments', text }, { onSuccess: () => setText('') });
  };
  return (
    <RemarkForm
      label={texts.comment}
      submit={texts.addComment}
      {...{ text, setText, send, isPending: step.isPending, error: step.error }}
    />
  );
}

type RemarkProps = {
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
export function RemarkForm({ label, submit, text, setText, send, isPending, error, onCancel }: RemarkProps) {
  const { review: texts, dialog } = useWords();
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    send();
  };
  return (
    <form onSubmit={onSubmit}>
      <Stack gap="xs">
        <RemarkInput
          {...{ label, text, setText, send }}
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
