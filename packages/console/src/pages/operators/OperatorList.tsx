import { Alert, Anchor, Button, Group, Radio, Stack } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { Invitation, OperatorView } from '@newsstand/contract/manage';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { isInvitation, isOperators } from '../../api/checks.ts';
import { fetchJson, sendRequest } from '../../api/request.ts';
import { useIsAllowed, useSession } from '../../api/SessionProvider.tsx';
import { IconUserPlus } from '../../icons/icons.tsx';
import { ConfirmDialog } from '../../parts/ConfirmDialog.tsx';
import { ErrorAlert } from '../../parts/ErrorAlert.tsx';
import { Modal } from '../../parts/Modal.tsx';
import { PageHead } from '../../parts/PageHead.tsx';
import { SecretDialog } from '../../parts/SecretDialog.tsx';
import { SessionList } from '../../parts/SessionList.tsx';
import { RowsSkeleton } from '../../parts/Skeletons.tsx';
import { Snippet } from '../../parts/Snippet.tsx';
import { useReturnFocus } from '../../parts/useReturnFocus.ts';
import { formatDateTime } from '../../time/formatDateTime.ts';
import { timeZone } from '../../time/wallClock.ts';
import { useLanguage, useWords } from '../../words/LanguageProvider.tsx';
import { OperatorDialog } from './OperatorDialog.tsx';
import { type OperatorAction, OperatorTable } from './OperatorTable.tsx';

type Action = { readonly type: OperatorAction | 'invite'; readonly operator?: OperatorView };

/** Who can sign in, and what they can do. */
export default function OperatorList() {
  const { operators: texts, permissions } = useWords();
  const isOwner = useSession().operator.roles.some(({ role }) => role === 'owner');
  const { access } = useWords().factors;
  const ownsAll = useIsAllowed('owner');
  const [work, setAction] = useState<Action>();
  return (
    <Stack>
      <PageHead title={texts.title} text={texts.text}>
        <Group gap="sm">
          <Anchor component={Link} href="/permissions" size="sm">
            {permissions.link}
          </Anchor>
          {ownsAll && (
            <Anchor component={Link} href="/access" size="sm">
              {access.link}
            </Anchor>
          )}
          {isOwner && (
            <Button
              leftSection={<IconUserPlus size={18} aria-hidden />}
              onClick={() => setAction({ type: 'invite' })}
            >
              {texts.invite}
            </Button>
          )}
        </Group>
      </PageHead>
      {!isOwner && <Alert color="gray">{texts.ownersOnly}</Alert>}
      <OperatorSection onAction={(type, operator) => setAction({ type, operator })} />
      {work && <ActionDialog key={work.type} work={work} onClose={() => setAction(undefined)} />}
    </Stack>
  );
}

function OperatorSection({
  onAction,
}: {
  readonly onAction: (type: OperatorAction, operator: OperatorView) => void;
}) {
  const { data, error, refetch } = useQuery({
    queryKey: ['operators'],
    queryFn: () => fetchJson('/operators', isOperators),
  });
  if (error) return <ErrorAlert error={error} onRetry={refetch} />;
  return data === undefined ? <RowsSkeleton /> : <OperatorTable operators={data} onAction={onAction} />;
}

/** The dialog of an action; a link that results from it is shown instead. */
function ActionDialog({
  work: { type, operator },
  onClose,
}: {
  readonly work: Action;
  readonly onClose: () => void;
}) {
  useReturnFocus();
  const [invitation, setInvitation] = useState<Invitation>();
  if (invitation) return <InvitationDialog invitation={invitation} onClose={onClose} />;
  if (type === 'invite') return <OperatorDialog onInvited={setInvitation} onClose={onClose} />;
  if (operator === undefined) return null;
  if (type === 'change')
    return <OperatorDialog operator={operator} onInvited={setInvitation} onClose={onClose} />;
  if (type === 'link') return <LinkDialog operator={operator} onInvited={setInvitation} onClose={onClose} />;
  if (type === 'sessions') return <SessionsDialog operator={operator} onClose={onClose} />;
  if (type === 'reset') return <ResetDialog operator={operator} onClose={onClose} />;
  return <RemovalDialog operator={operator} onClose={onClose} />;
}

/** The link with which an operator chooses a password, shown once. */
function InvitationDialog({
  invitation: { operator, url, expiresAt },
  onClose,
}: {
  readonly invitation: Invitation;
  readonly onClose: () => void;
}) {
  const texts = useWords().operators.issued;
  const { language } = useLanguage();
  return (
    <SecretDialog
      title={texts.title(operator.name)}
      text={texts.once(formatDateTime(expiresAt, language, timeZone), operator.operatorId)}
      notCopied={texts.notCopied}
      onClose={onClose}
    >
      {(onCopied) => <Snippet label={texts.link} code={url} onCopied={onCopied} />}
    </SecretDialog>
  );
}

type Props = { readonly operator: OperatorView; readonly onClose: () => void };

/** Creates a link for a new password. */
function LinkDialog({
  operator,
  onInvited,
  onClose,
}: Props & { readonly onInvited: (invitation: Invitation) => void }) {
  const texts = useWords().operators.again;
  const client = useQueryClient();
  const work = useMutation({
    mutationFn: () => fetchJson(`${pathOf(operator)}/invitation`, isInvitation, { method: 'POST' }),
    async onSuccess(invitation) {
      onInvited(invitation);
      await client.invalidateQueries({ queryKey: ['operators'] });
    },
  });
  return (
    <ConfirmDialog
      title={texts.title(operator.name)}
      texts={[texts.text]}
      confirm={texts.confirm}
      work={work}
      onClose={onClose}
    />
  );
}

/** Where an operator is signed in. */
function SessionsDialog({ operator, onClose }: Props) {
  const texts = useWords().sessions;
  return (
    <Modal opened onClose={onClose} title={texts.titleOf(operator.name)} size="xl">
      <SessionList whose={operator} />
    </Modal>
  );
}

/** Removes the second factors of an operator who has lost them. */
function ResetDialog({ operator, onClose }: Props) {
  const texts = useWords().factors.reset;
  const client = useQueryClient();
  const work = useMutation({
    mutationFn: () => sendRequest(`${pathOf(operator)}/factors`, { method: 'DELETE' }),
    async onSuccess() {
      await client.invalidateQueries({ queryKey: ['operators'] });
      notifications.show({ message: texts.done(operator.name) });
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={texts.title(operator.name)}
      texts={[texts.text]}
      confirm={texts.confirm}
      isDanger
      work={work}
      onClose={onClose}
    />
  );
}

/** Removes an operator, and their name from the history if that is wanted. */
function RemovalDialog({ operator, onClose }: Props) {
  const words = useWords().operators;
  const texts = useWords().erasure;
  const [choice, setChoice] = useState('keep');
  const isErased = choice === 'erase';
  const client = useQueryClient();
  const work = useMutation({
    mutationFn: () =>
      sendRequest(pathOf(operator), { method: 'DELETE', query: { erase: isErased ? 'true' : undefined } }),
    async onSuccess() {
      await client.invalidateQueries({ queryKey: ['operators'] });
      notifications.show({ message: words.removed(operator.name) });
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={words.removal.title(operator.name)}
      texts={[words.removal.text]}
      confirm={isErased ? texts.confirm : words.removal.confirm}
      isDanger
      work={work}
      onClose={onClose}
    >
      <Radio.Group label={texts.label} value={choice} onChange={setChoice}>
        <Stack gap="xs" mt="xs">
          <Radio value="keep" label={texts.keep} description={texts.keepText} />
          <Radio value="erase" label={texts.erase} description={texts.eraseText} />
        </Stack>
      </Radio.Group>
    </ConfirmDialog>
  );
}

function pathOf({ operatorId }: OperatorView): string {
  return `/operators/${encodeURIComponent(operatorId)}`;
}
