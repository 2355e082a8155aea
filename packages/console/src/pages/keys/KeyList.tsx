import { Alert, Button, Loader, Stack, Switch, Text } from '@mantine/core';
import type { KeyView } from '@newsstand/contract/manage';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'wouter';
import { ask } from '../../api/ask.ts';
import { useMay, useProjects } from '../../api/SessionProvider.tsx';
import { PageHead } from '../../parts/PageHead.tsx';
import { Trouble } from '../../parts/Trouble.tsx';
import { useWords } from '../../words/LanguageProvider.tsx';
import { KeyDialog } from './KeyDialog.tsx';
import { KeyTable } from './KeyTable.tsx';
import { RevocationDialog } from './RevocationDialog.tsx';
import { RotationDialog } from './RotationDialog.tsx';

type Work = { readonly type: 'rotate' | 'revoke'; readonly key: KeyView };

/** The keys of readers: who reads what, and since when nobody does. */
export default function KeyList() {
  const texts = useWords().keys;
  const ownsAll = useMay('owner');
  const ownsSome = useProjects().some(({ role }) => role === 'owner');
  const mayCreate = ownsAll || ownsSome;
  // Other pages lead here to make a key at once.
  const [params, setParams] = useSearchParams();
  const [work, setWork] = useState<Work>();
  const isCreating = mayCreate && params.has('new');
  const { data, error, refetch } = useQuery({ queryKey: ['keys'], queryFn: () => ask<KeyView[]>('/keys') });
  const create = () => setParams({ new: '' });
  return (
    <Stack>
      <PageHead title={texts.title} text={texts.text}>
        {mayCreate && (
          <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={create}>
            {texts.create}
          </Button>
        )}
      </PageHead>
      {!mayCreate && <Alert color="gray">{texts.mayNot}</Alert>}
      {error && <Trouble error={error} onRetry={refetch} />}
      {data === undefined && !error && <Loader />}
      {data && <KnownKeys keys={data} onWork={(type, key) => setWork({ type, key })} />}
      {isCreating && <KeyDialog onClose={() => setParams({}, { replace: true })} />}
      {work?.type === 'rotate' && <RotationDialog view={work.key} onClose={() => setWork(undefined)} />}
      {work?.type === 'revoke' && <RevocationDialog view={work.key} onClose={() => setWork(undefined)} />}
    </Stack>
  );
}

type KnownProps = {
  readonly keys: readonly KeyView[];
  readonly onWork: (type: Work['type'], key: KeyView) => void;
};

/** Those that work; those that do not any more are shown when asked for. */
function KnownKeys({ keys, onWork }: KnownProps) {
  const texts = useWords().keys;
  const [isWhole, setWhole] = useState(false);
  const active = keys.filter(({ state }) => state === 'active');
  const ended = keys.length - active.length;
  return (
    <>
      {keys.length === 0 ? (
        <Text>{texts.empty}</Text>
      ) : (
        <KeyTable keys={isWhole ? keys : active} onWork={onWork} />
      )}
      {ended > 0 && (
        <Switch
          label={texts.showEnded(ended)}
          checked={isWhole}
          onChange={({ currentTarget }) => setWhole(currentTarget.checked)}
        />
      )}
    </>
  );
}
