import { Alert, Button, Loader, Stack } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { Invitation, OperatorView } from '@newsstand/contract/manage';
import { IconUserPlus } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isInvitation, isOperators } from '../../api/checks.ts';
import { fetchJson, sendRequest } from '../../api/request.ts';
import { useSession } from '../../api/SessionProvider.tsx';
import { ConfirmDialog } from '../../parts/ConfirmDialog.tsx';
import { ErrorAlert } from '../../parts/ErrorAlert.tsx';
import { OnceDialog } from '../../parts/OnceDialog.tsx';
import { PageHead } from '../../parts/PageHead.tsx';
import { Snippet } from '../../parts/Snippet.tsx';
import { useFocusBack } from '../../parts/useFocusBack.ts';
import { formatMoment } from '../../time/formatMoment.ts';
import { timeZone } from '../../time/wallClock.ts';
import { useLanguage, useWords } from '../../words/LanguageProvider.tsx';
import { OperatorDialog } from './OperatorDialog.tsx';
import { OperatorTable, type OperatorWork } from './OperatorTable.tsx';

type Work = { readonly type: OperatorWork | 'invite'; readonly operator?: OperatorView };

/** Who may sign in, and what they may do. */
export default function OperatorList() {
  const texts = useWords().operators;
  const isOwner = useSession().operator.roles.some(({ role }) => role === 'owner');
  const [work, setWork] = useState<Work>();
  return (
    <Stack>
      <PageHead title={texts.title} text={texts.text}>
        {isOwner && (
          <Button
            leftSection={<IconUserPlus size={18} aria-hidden />}
            onClick={() => setWork({ type: 'invite' })}
          >
            {texts.invite}
          </Button>
        )}
      </PageHead>
      {!isOwner && <Alert color="gray">{texts.ownersOnly}</Alert>}
      <KnownOperators onWork={(type, operator) => setWork({ type, operator })} />
      {work && <WorkDialog key={work.type} work={work} onClose={() => setWork(undefined)} />}
    </Stack>
  );
}

function KnownOperators({
  onWork,
}: {
  readonly onWork: (type: OperatorWork, operator: OperatorView) => void;
}) {
  const { data, error, refetch } = useQuery({
    queryKey: ['operators'],
    queryFn: () => fetchJson('/operators', isOperators),
  });
  if (error) return <ErrorAlert error={error} onRetry={refetch} />;
  return data === undefined ? <Loader /> : <OperatorTable operators={data} onWork={onWork} />;
}

/** What is being done to whom; a link that comes of it is shown in its place. */
function WorkDialog({
  work: { type, operator },
  onClose,
}: {
  readonly work: Work;
  readonly onClose: () => void;
}) {
  useFocusBack();
  const [invitation, setInvitation] = useState<Invitation>();
  if (invitation) return <InvitationDialog invitation={invitation} onClose={onClose} />;
  if (type === 'invite') return <OperatorDialog onInvited={setInvitation} onClose={onClose} />;
  if (operator === undefined) return null;
  if (type === 'change')
    return <OperatorDialog operator={operator} onInvited={setInvitation} onClose={onClose} />;
  if (type === 'link') return <LinkDialog operator={operator} onInvited={setInvitation} onClose={onClose} />;
  return <RemovalDialog operator={operator} onClose={onClose} />;
}

/** The link that an operator chooses a password by, this once. */
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
    <OnceDialog
      title={texts.title(operator.name)}
      text={texts.once(formatMoment(expiresAt, language, timeZone), operator.operatorId)}
      notCopied={texts.notCopied}
      onClose={onClose}
    >
      {(onCopied) => <Snippet label={texts.link} code={url} onCopied={onCopied} />}
    </OnceDialog>
  );
}

type Props = { readonly operator: OperatorView; readonly onClose: () => void };

/** Makes a link for a new password. */
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

/** Removes an operator. */
function RemovalDialog({ operator, onClose }: Props) {
  const words = useWords().operators;
  const client = useQueryClient();
  const work = useMutation({
    mutationFn: () => sendRequest(pathOf(operator), { method: 'DELETE' }),
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
      confirm={words.removal.confirm}
      isDanger
      work={work}
      onClose={onClose}
    />
  );
}

function pathOf({ operatorId }: OperatorView): string {
  return `/operators/${encodeURIComponent(operatorId)}`;
}
