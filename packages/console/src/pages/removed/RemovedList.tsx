import { Badge, Button, Group, Loader, SegmentedControl, Stack, Text } from '@mantine/core';
import type { RemovedItem } from '@newsstand/contract/manage';
import { kindNames } from '@newsstand/contract/plain';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'wouter';
import type { SpacePlace } from '../../api/places.ts';
import { useMay, useProjects } from '../../api/SessionProvider.tsx';
import { FoldTable } from '../../parts/FoldTable.tsx';
import { NotFound } from '../../parts/NotFound.tsx';
import { PageHead } from '../../parts/PageHead.tsx';
import { ReadOnlyNote } from '../../parts/ReadOnlyNote.tsx';
import { Trouble } from '../../parts/Trouble.tsx';
import { formatMoment } from '../../time/formatMoment.ts';
import { timeZone } from '../../time/here.ts';
import { useLanguage, useWords } from '../../words/LanguageProvider.tsx';
import { RemovedView } from './RemovedView.tsx';
import { removedQuery } from './removedQueries.ts';
import { useRestoring } from './useRestoring.tsx';

/** What was deleted in the space that the address names. */
export default function RemovedList() {
  const { projectId, spaceId } = useParams();
  const project = useProjects().find((each) => each.projectId === projectId);
  const space = project?.spaces.find((each) => each.spaceId === spaceId);
  if (project === undefined || space === undefined) return <NotFound />;
  const place = { projectId: project.projectId, spaceId: space.spaceId };
  return <SpaceRemoved key={JSON.stringify(place)} space={place} />;
}

const most = 200;

function SpaceRemoved({ space }: { readonly space: SpacePlace }) {
  const texts = useWords().removed;
  const mayEdit = useMay('editor', space.projectId);
  const { data, error, refetch } = useQuery(removedQuery(space));
  return (
    <Stack gap="md">
      <PageHead
        title={texts.title}
        text={(data?.length ?? 0) < most ? texts.lead : `${texts.lead} ${texts.most}`}
      />
      <ReadOnlyNote projectId={space.projectId} />
      {error && <Trouble error={error} onRetry={refetch} />}
      {data === undefined && !error && <Loader />}
      {data?.length === 0 && (
        <Text ta="center" py="xl">
          {texts.empty}
        </Text>
      )}
      {data !== undefined && data.length > 0 && <Entries space={space} list={data} mayEdit={mayEdit} />}
    </Stack>
  );
}

type EntriesProps = {
  readonly space: SpacePlace;
  readonly list: readonly RemovedItem[];
  readonly mayEdit: boolean;
};

function Entries({ space, list, mayEdit }: EntriesProps) {
  const texts = useWords().removed;
  const [kind, setKind] = useState('all');
  const [looked, setLooked] = useState<RemovedItem>();
  const { restore, error } = useRestoring(space);
  const shown = list.filter((each) => kind === 'all' || each.kind === kind);
  const there = kindNames.filter((name) => list.some((each) => each.kind === name));
  // What was put back is no longer deleted, so there is nothing to look at.
  const current = list.find((each) => each === looked);
  return (
    <>
      {there.length > 1 && (
        <SegmentedControl
          aria-label={texts.kind}
          className="wide-control"
          value={kind}
          onChange={setKind}
          data={[
            { value: 'all', label: texts.all },
            ...there.map((value) => ({ value, label: texts.kinds[value] })),
          ]}
        />
      )}
      {error && <Trouble error={error} />}
      {shown.length === 0 && <Text>{texts.nothing}</Text>}
      <RemovedTable list={shown} onLook={setLooked} onRestore={mayEdit ? restore : undefined} />
      {current && (
        <RemovedView
          space={space}
          removed={current}
          onRestore={mayEdit ? () => restore(current) : undefined}
          onClose={() => setLooked(undefined)}
        />
      )}
    </>
  );
}

type TableProps = {
  readonly list: readonly RemovedItem[];
  readonly onLook: (removed: RemovedItem) => void;
  readonly onRestore: ((removed: RemovedItem) => void) | undefined;
};

function RemovedTable({ list, onLook, onRestore }: TableProps) {
  const texts = useWords().removed;
  const { language } = useLanguage();
  const { name, kind, when, by, actions } = texts.heads;
  const rows = list.map((removed) => ({
    id: `${removed.kind}/${removed.instanceId}/${removed.id}`,
    cells: [
      <Text key="name" fw={600}>
        {removed.name || texts.untitled}
      </Text>,
      <Group key="kind" gap={6}>
        <Badge variant="light" color="gray" tt="none">
          {texts.kinds[removed.kind]}
        </Badge>
        {removed.instanceId !== undefined && <Text size="sm">{removed.instanceId}</Text>}
      </Group>,
      formatMoment(removed.removedAt, language, timeZone),
      removed.removedBy,
      <RowActions key="actions" removed={removed} onLook={onLook} onRestore={onRestore} />,
    ],
  }));
  return <FoldTable label={texts.title} heads={[name, kind, when, by, actions]} rows={rows} />;
}

function RowActions({
  removed,
  onLook,
  onRestore,
}: Omit<TableProps, 'list'> & { readonly removed: RemovedItem }) {
  const texts = useWords().removed;
  const name = removed.name || texts.untitled;
  return (
    <Group gap="xs" justify="flex-end" wrap="nowrap">
      <Button
        size="compact-sm"
        variant="default"
        aria-label={texts.lookAt(name)}
        onClick={() => onLook(removed)}
      >
        {texts.look}
      </Button>
      {onRestore && (
        <Button
          size="compact-sm"
          variant="light"
          aria-label={texts.restoreOf(name)}
          onClick={() => onRestore(removed)}
        >
          {texts.restore}
        </Button>
      )}
    </Group>
  );
}
