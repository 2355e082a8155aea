import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { ProposalDetails } from '@newsstand/contract/manage';
import { useState } from 'react';
import { keyOf, useReviewStep } from '../../api/proposals.ts';
import { useIsAllowed, useSession } from '../../api/SessionProvider.tsx';
import { IconArrowBackUp, IconSend } from '../../icons/icons.tsx';
import { confirm } from '../../parts/ConfirmDialog.tsx';
import { ErrorAlert } from '../../parts/ErrorAlert.tsx';
import { Modal } from '../../parts/Modal.tsx';
import { useActorName } from '../../parts/useActorName.ts';
import { useKeptText } from '../../parts/useKeptText.ts';
import { useReturnFocus } from '../../parts/useReturnFocus.ts';
import { describeHiding } from '../../time/describeTimes.ts';
import { formatDateTime } from '../../time/formatDateTime.ts';
import { useNow } from '../../time/useNow.ts';
import { timeZone } from '../../time/wallClock.ts';
import { useLanguage, useWords } from '../../words/LanguageProvider.tsx';
import { hiddenUntil } from '../items/document/publication.ts';
import { RemarkForm } from './Thread.tsx';

type Props = {
  /** The proposal as it is shown: nothing else is published. */
  readonly proposal: ProposalDetails;
  /** Whether something else would be published by now. */
  readonly isBehind: boolean;
  /** Whether it can only be withdrawn here. */
  readonly isBrief?: boolean;
  readonly onDone?: () => void;
};

/** What can be done with an open proposal: publish it, send it back, withdraw it. */
export function Decision({ proposal, isBehind, isBrief = false, onDone }: Props) {
  const texts = useWords().review;
  const { operatorId } = useSession().operator;
  const isEditor = useIsAllowed('editor', proposal);
  const canPublish = isEditor && !isBrief;
  const isOwn = proposal.proposedBy === operatorId;
  const [isReturning, setReturning] = useState(false);
  const step = useReviewStep(keyOf(proposal));
  const done = (message: string) => () => {
    notifications.show({ color: 'green', message });
    onDone?.();
  };
  const withdraw = async () => {
    const { title, text, confirm: label } = texts.withdrawal;
    if (await confirm({ title, text, confirm: label, cancel: texts.cancel, isDanger: false }))
      step.mutate({ type: 'withdraw' }, { onSuccess: done(texts.withdrawn) });
  };
  const hindrance = useHindrance(proposal, isOwn);
  if (proposal.state !== 'open') return null;
  return (
    <Stack gap="xs">
      {step.error !== null && <ErrorAlert error={step.error} />}
      {canPublish && hindrance !== undefined && (
        <Alert color="yellow" py="xs">
          {hindrance}
        </Alert>
      )}
      <Group gap="xs">
        {canPublish && hindrance === undefined && (
          <PublishButtons
            proposal={proposal}
            isDisabled={isBehind || step.isPending}
            onPublish={(etag, isNow, message) =>
              step.mutate({ type: 'publish', etag, isNow }, { onSuccess: done(message) })
            }
          />
        )}
        {canPublish && !isOwn && (
          <Button
            variant="default"
            leftSection={<IconArrowBackUp size={16} aria-hidden />}
            onClick={() => setReturning(true)}
          >
            {texts.sendBack}
          </Button>
        )}
        {(isOwn || (isEditor && proposal.proposed === undefined)) && (
          <Button variant="subtle" color="gray" onClick={() => void withdraw()}>
            {texts.withdraw}
          </Button>
        )}
      </Group>
      {isReturning && (
        <ReturnDialog
          proposal={proposal}
          onClose={() => setReturning(false)}
          onReturned={done(texts.returned(proposal.name))}
        />
      )}
    </Stack>
  );
}

/** Why nobody, or not this operator, can publish it. */
function useHindrance(proposal: ProposalDetails, isOwn: boolean): string | undefined {
  const texts = useWords().review;
  const nameOf = useActorName();
  if (proposal.proposed === undefined) return texts.gone;
  if (!proposal.fourEyes) return undefined;
  if (isOwn) return texts.ownFourEyes;
  return proposal.isChanged ? texts.changedFourEyes(nameOf(proposal.proposedBy)) : undefined;
}

type PublishProps = {
  readonly proposal: ProposalDetails;
  readonly isDisabled: boolean;
  readonly onPublish: (etag: string, isNow: boolean, message: string) => void;
};

/** Publishes at the proposed time, or now. */
function PublishButtons({ proposal, isDisabled, onPublish }: PublishProps) {
  const texts = useWords().review;
  const { language } = useLanguage();
  const now = useNow();
  const { publishAt, itemEtag = '', name, live, proposed } = proposal;
  const isLater = publishAt !== undefined && publishAt > now;
  const when = isLater ? formatDateTime(publishAt, language, timeZone) : '';
  const { hides } = useWords().time;
  const publish = async (isNow: boolean) => {
    const hidden = hiddenUntil(live, proposed, isNow ? Date.now() : (publishAt ?? Date.now()));
    const from = isNow ? undefined : publishAt;
    const ask = { title: hides.title(name), confirm: isNow ? texts.publish : texts.publishAt(when) };
    const isAgreed =
      hidden === undefined ||
      (await confirm({
        ...ask,
        text: describeHiding(hidden, from, language, timeZone),
        cancel: texts.cancel,
      }));
    if (!isAgreed) return;
    onPublish(
      itemEtag,
      isNow && publishAt !== undefined,
      isNow ? texts.published(name) : texts.scheduled(name, when),
    );
  };
  return (
    <>
      <Button
        leftSection={<IconSend size={16} aria-hidden />}
        disabled={isDisabled}
        onClick={() => void publish(!isLater)}
      >
        {isLater ? texts.publishAt(when) : texts.publish}
      </Button>
      {isLater && (
        <Button variant="light" disabled={isDisabled} onClick={() => void publish(true)}>
          {texts.publishNow}
        </Button>
      )}
    </>
  );
}

type ReturnProps = {
  readonly proposal: ProposalDetails;
  readonly onClose: () => void;
  readonly onReturned: () => void;
};

function ReturnDialog({ proposal, onClose, onReturned }: ReturnProps) {
  useReturnFocus();
  const texts = useWords().review;
  const nameOf = useActorName();
  const [text, setText] = useKeptText(`return:${proposal.proposalId}`);
  const step = useReviewStep(keyOf(proposal));
  const send = () => {
    if (text.trim() === '' || step.isPending) return;
    const onSuccess = () => {
      setText('');
      onClose();
      onReturned();
    };
    step.mutate({ type: 'return', comment: text }, { onSuccess });
  };
  return (
    <Modal opened onClose={onClose} title={texts.returnTitle(nameOf(proposal.proposedBy))}>
      <Stack gap="sm">
        <Text size="sm">{texts.returnText}</Text>
        <RemarkForm
          label={texts.returnComment}
          submit={texts.sendBack}
          onCancel={onClose}
          {...{ text, setText, send, isPending: step.isPending, error: step.error }}
        />
      </Stack>
    </Modal>
  );
}
