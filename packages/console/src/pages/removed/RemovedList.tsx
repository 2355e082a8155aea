import { Anchor, Badge, Button, Group, SegmentedControl, Stack, Tabs, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { notifications } from '@mantine/notifications';
import type { PastVersion, RemovedItem } from '@newsstand/contract/manage';
import { isAllowed } from '@newsstand/contract/manage/plain';
import { kindNames } from '@newsstand/contract/plain';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isRemovedItems, isVersions } from '../../api/checks.ts';
import { itemPath, type Space, spacePath } from '../../api/paths.ts';
import { fetchJson, sendRequest } from '../../api/request.ts';
import { useSession } from '../../api/SessionProvider.tsx';
import { IconTrash } from '../../icons/icons.tsx';
import { EmptyState } from '../../parts/EmptyState.tsx';
import { ErrorAlert } from '../../parts/ErrorAlert.tsx';
import { JsonView } from '../../parts/json/JsonView.tsx';
import { Drawer } from '../../parts/Modal.tsx';
import { NotFound } from '../../parts/NotFound.tsx';
import { PageHead, ReadOnlyNote } from '../../parts/PageHead.tsx';
import { ResponsiveTable } from '../../parts/ResponsiveTable.tsx';
import { RowsSkeleton } from '../../parts/Skeletons.tsx';
import { useActorName } from '../../parts/useActorName.ts';
import { useReturnFocus } from '../../parts/useReturnFocus.ts';
import { useSpaceOfPage } from '../../shell/useSpace.ts';
import { describeTimes } from '../../time/describeTimes.ts';
import { formatDateTime } from '../../time/formatDateTime.ts';
import { timeZone } from '../../time/wallClock.ts';
import { useLanguage, useWords } from '../../words/LanguageProvider.tsx';
import { timesOf } from '../items/document/publication.ts';
import { PreviewView } from '../items/preview/PreviewView.tsx';

/** What was deleted in the space in the address. */
export default function RemovedList() {
  const space = useSpaceOfPage();
  if (space === undefined) return <NotFound />;
  return <SpaceRemoved key={spacePath(space)} space={space} />;
}

const maxShown = 200;

function SpaceRemoved({ space }: { readonly space: Space }) {
  const texts = useWords().removed;
  const { data, error, refetch } = useQuery(removedQuery(space));
  return (
    <Stack gap="md">
      <PageHead
        title={texts.title}
        text={(data?.length ?? 0) < maxShown ? texts.lead : `${texts.lead} ${texts.most}`}
      />
      <ReadOnlyNote {...space} />
      {error && <ErrorAlert error={error} onRetry={refetch} />}
      {data === undefined && !error && <RowsSkeleton />}
      {data?.length === 0 && <EmptyState Icon={IconTrash} title={texts.empty} />}
      {data !== undefined && data.length > 0 && <Entries space={space} list={data} />}
    </Stack>
  );
}

type EntriesProps = {
  readonly space: Space;
  readonly list: readonly RemovedItem[];
};

function Entries({ space, list }: EntriesProps) {
  const { roles } = useSession().operator;
  const canRestore = ({ instanceId }: RemovedItem) => isAllowed(roles, 'editor', { ...space, instanceId });
  const texts = useWords().removed;
  const [kind, setKind] = useState('all');
  const [viewed, setViewed] = useState<RemovedItem>();
  const { restore, error } = useRestore(space);
  const shown = list.filter((each) => kind === 'all' || each.kind === kind);
  const presentKinds = kindNames.filter((name) => list.some((each) => each.kind === name));
  // A restored item leaves the list, and its view closes.
  const current = list.find((each) => each === viewed);
  return (
    <>
      {presentKinds.length > 1 && (
        <SegmentedControl
          aria-label={texts.kind}
          className="wide-control"
          value={kind}
          onChange={setKind}
          data={[
            { value: 'all', label: texts.all },
            ...presentKinds.map((value) => ({ value, label: texts.kinds[value] })),
          ]}
        />
      )}
      {error && <ErrorAlert error={error} />}
      {shown.length === 0 && <Text>{texts.nothing}</Text>}
      <RemovedTable list={shown} onView={setViewed} canRestore={canRestore} onRestore={restore} />
      {current && (
        <RemovedView
          space={space}
          removed={current}
          onRestore={canRestore(current) ? () => restore(current) : undefined}
          onClose={() => setViewed(undefined)}
        />
      )}
    </>
  );
}

type TableProps = {
  readonly list: readonly RemovedItem[];
  readonly onView: (removed: RemovedItem) => void;
  readonly canRestore: (removed: RemovedItem) => boolean;
  readonly onRestore: (removed: RemovedItem) => void;
};

function RemovedTable({ list, ...actions }: TableProps) {
  const texts = useWords().removed;
  const nameOf = useActorName();
  const { language } = useLanguage();
  const { name, kind, when, by, actions: heading } = texts.columns;
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
      formatDateTime(removed.removedAt, language, timeZone),
      nameOf(removed.removedBy),
      <RowActions key="actions" removed={removed} {...actions} />,
    ],
  }));
  return <ResponsiveTable label={texts.title} columns={[name, kind, when, by, heading]} rows={rows} />;
}

function RowActions({
  removed,
  onView,
  canRestore,
  onRestore,
}: Omit<TableProps, 'list'> & { readonly removed: RemovedItem }) {
  const texts = useWords().removed;
  const name = removed.name || texts.untitled;
  return (
    <Group gap="xs" justify="flex-end" wrap="nowrap">
      <Button
        size="compact-sm"
        variant="default"
        aria-label={texts.viewLabel(name)}
        onClick={() => onView(removed)}
      >
        {texts.view}
      </Button>
      {canRestore(removed) && (
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

/** Restores a deleted item after a confirmation that says what will happen. */
function useRestore(space: Space) {
  const texts = useWords().removed;
  const { language } = useLanguage();
  const client = useQueryClient();
  const { mutate, error, isPending } = useMutation({
    mutationFn: (removed: RemovedItem) =>
      sendRequest(`${versionsPath(space, removed)}/${removed.version}/restore`, { method: 'POST' }),
    async onSuccess(_, removed) {
      await client.invalidateQueries();
      notifications.show({
        color: 'green',
        message: (
          <>
            {texts.restored(removed.name)}{' '}
            <Anchor href={`/console${removedHref(space, removed)}`} size="sm">
              {texts.open}
            </Anchor>
          </>
        ),
      });
    },
  });
  /** When readers will see it; empty for kinds without times. */
  const timesInWords = async (removed: RemovedItem) => {
    if (removed.kind !== 'news' && removed.kind !== 'banner') return '';
    const { list } = await client.fetchQuery(removedVersionsQuery(space, removed));
    const item = list.find(({ version }) => version === removed.version)?.item;
    return item === undefined ? '' : describeTimes(timesOf(item), Date.now(), language, timeZone).sentence;
  };
  const confirmRestore = async (removed: RemovedItem) => {
    const sentence = await timesInWords(removed).catch(() => '');
    modals.openConfirmModal({
      title: texts.restoreTitle(removed.name),
      children: (
        <Stack gap="xs">
          <Text size="sm">{texts.restoreText}</Text>
          {sentence !== '' && (
            <Text size="sm" fw={600}>
              {texts.afterwards(sentence)}
            </Text>
          )}
        </Stack>
      ),
      centered: true,
      labels: { confirm: texts.restore, cancel: texts.cancel },
      onConfirm: () => mutate(removed),
    });
  };
  return { restore: (removed: RemovedItem) => void confirmRestore(removed), error, isPending };
}

/** The page of a restored item in the console. */
function removedHref(space: Space, { kind, instanceId = '', id }: RemovedItem): string {
  const base = spacePath(space);
  if (kind === 'category') return `${base}/categories`;
  if (kind === 'tag') return `${base}/tags`;
  if (kind === 'media') return `${base}/media/${encodeURIComponent(id)}`;
  return `${base}/${kind}/${encodeURIComponent(instanceId)}/items/${encodeURIComponent(id)}`;
}

type ViewProps = {
  readonly space: Space;
  readonly removed: RemovedItem;
  /** Undefined if the operator may not restore it. */
  readonly onRestore: (() => void) | undefined;
  readonly onClose: () => void;
};

/** A deleted item as it was. */
function RemovedView({ space, removed, onRestore, onClose }: ViewProps) {
  useReturnFocus();
  const texts = useWords().removed;
  const nameOf = useActorName();
  const { language } = useLanguage();
  const { data, error } = useQuery(removedVersionsQuery(space, removed));
  const version = data?.list.find((each) => each.version === removed.version);
  const moment = formatDateTime(removed.removedAt, language, timeZone);
  return (
    <Drawer opened onClose={onClose} position="right" size="lg" title={removed.name || texts.untitled}>
      <Stack gap="md">
        <Group justify="space-between">
          <Text size="sm" c="dimmed">
            {texts.deletedBy(moment, nameOf(removed.removedBy))}
          </Text>
          {onRestore && <Button onClick={onRestore}>{texts.restore}</Button>}
        </Group>
        {error && <ErrorAlert error={error} />}
        {data === undefined && !error && <RowsSkeleton />}
        {data !== undefined && version === undefined && <Text>{texts.gone}</Text>}
        {version && <VersionTabs space={space} removed={removed} item={version.item} />}
      </Stack>
    </Drawer>
  );
}

type TabsProps = Pick<ViewProps, 'space' | 'removed'> & { readonly item: PastVersion['item'] };

function VersionTabs({ space, removed, item }: TabsProps) {
  const texts = useWords().removed;
  const { kind, instanceId } = removed;
  const hasPreview = (kind === 'news' || kind === 'banner') && instanceId !== undefined;
  if (!hasPreview) return <JsonView value={item} label={texts.json} />;
  return (
    <Tabs defaultValue="preview" keepMounted={false}>
      <Tabs.List>
        <Tabs.Tab value="preview">{texts.preview}</Tabs.Tab>
        <Tabs.Tab value="json">{texts.json}</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="preview" pt="sm">
        <PreviewView shelf={{ ...space, kind, instanceId }} document={item} />
      </Tabs.Panel>
      <Tabs.Panel value="json" pt="sm">
        <JsonView value={item} label={texts.json} />
      </Tabs.Panel>
    </Tabs>
  );
}

/** The query for deleted items. */
function removedQuery(space: Space) {
  const path = `${spacePath(space)}/removed`;
  return queryOptions({
    queryKey: ['removed', path],
    queryFn: ({ signal }) => fetchJson(path, isRemovedItems, { signal }),
  });
}

/** The query for the versions of a deleted item. */
function removedVersionsQuery(space: Space, removed: RemovedItem) {
  const path = versionsPath(space, removed);
  return queryOptions({
    queryKey: ['versions', path],
    queryFn: ({ signal }) => fetchJson(path, isVersions, { signal }),
  });
}

/** The path of the versions of a deleted item. */
function versionsPath(space: Space, { kind, instanceId, id }: RemovedItem): string {
  return `${itemPath({ ...space, kind, instanceId }, id)}/versions`;
}
