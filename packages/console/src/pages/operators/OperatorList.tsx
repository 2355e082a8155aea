import { Alert, Button, Loader, Stack } from '@mantine/core';
import type { Invitation, OperatorView } from '@newsstand/contract/manage';
import { IconUserPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ask } from '../../api/ask.ts';
import { useSession } from '../../api/SessionProvider.tsx';
import { PageHead } from '../../parts/PageHead.tsx';
import { Trouble } from '../../parts/Trouble.tsx';
import { useFocusBack } from '../../parts/useFocusBack.ts';
import { useWords } from '../../words/LanguageProvider.tsx';
import { InvitationDialog } from './InvitationDialog.tsx';
import { OperatorDialog } from './OperatorDialog.tsx';
import { LinkDialog, RemovalDialog } from './OperatorQuestions.tsx';
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
    queryFn: () => ask<OperatorView[]>('/operators'),
  });
  if (error) return <Trouble error={error} onRetry={refetch} />;
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
