import { Button, Group, List, Loader, Stack, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { notifications } from '@mantine/notifications';
import type { ManagedItem, PastVersion } from '@newsstand/contract/manage';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { isVersions } from '../../api/checks.ts';
import { itemPath, type Space } from '../../api/paths.ts';
import { fetchJson, sendRequest } from '../../api/request.ts';
import { useIsAllowed } from '../../api/SessionProvider.tsx';
import { ErrorAlert } from '../../parts/ErrorAlert.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { useActorName } from '../../parts/useActorName.ts';
import { formatDateTime } from '../../time/formatDateTime.ts';
import { timeZone } from '../../time/wallClock.ts';
import { useLanguage, useWords } from '../../words/LanguageProvider.tsx';

type Props = { readonly space: Space; readonly media: ManagedItem<'media'> };

/** The earlier versions of a media item, and a way to restore them. */
export function MediaHistory({ space, media }: Props) {
  const texts = useWords().mediaDetails;
  const path = `${itemPath({ ...space, kind: 'media' }, media.item.mediaId)}/versions`;
  const { data, error } = useQuery({
    queryKey: ['versions', path],
    queryFn: ({ signal }) => fetchJson(path, isVersions, { signal }),
  });
  const restore = useRestore(path, media);
  return (
    <Panel title={texts.versions}>
      {error !== null && <ErrorAlert error={error} />}
      {restore.error !== null && <ErrorAlert error={restore.error} />}
      {data === undefined && error === null && <Loader size="sm" />}
      <Text size="sm">
        {texts.version(media.version)}: {texts.current}
      </Text>
      {data?.list.length === 0 && <Text size="sm">{texts.noVersions}</Text>}
      <List listStyleType="none" spacing="sm">
        {data?.list.map((past) => (
          <List.Item key={past.version}>
            <PastEntry past={past} onRestore={() => restore.mutate(past.version)} space={space} />
          </List.Item>
        ))}
      </List>
    </Panel>
  );
}

function PastEntry({
  past,
  onRestore,
  space,
}: {
  readonly past: PastVersion;
  readonly onRestore: () => void;
  readonly space: Space;
}) {
  const texts = useWords().mediaDetails;
  const { language } = useLanguage();
  const isEditor = useIsAllowed('editor', space);
  const { version, replacedAt, replacedBy, item } = past;
  const nameOf = useActorName();
  const confirmRestore = () =>
    modals.openConfirmModal({
      title: texts.restoreTitle(version),
      children: <Text size="sm">{texts.restoreText}</Text>,
      labels: { confirm: texts.restore, cancel: texts.cancel },
      onConfirm: onRestore,
    });
  return (
    <Group justify="space-between">
      <Stack gap={0}>
        <Text size="sm" fw={500} className="long-text">
          {texts.version(version)}: {`${item['name'] ?? ''}`}
        </Text>
        <Text size="xs" c="dimmed">
          {texts.replaced(formatDateTime(replacedAt, language, timeZone), nameOf(replacedBy))}
        </Text>
      </Stack>
      {isEditor && (
        <Button
          size="xs"
          variant="default"
          onClick={confirmRestore}
          aria-label={`${texts.restore}: ${texts.version(version)}`}
        >
          {texts.restore}
        </Button>
      )}
    </Group>
  );
}

function useRestore(path: string, { etag }: ManagedItem<'media'>) {
  const texts = useWords().mediaDetails;
  const client = useQueryClient();
  return useMutation({
    mutationFn: (version: number) =>
      sendRequest(`${path}/${version}/restore`, { method: 'POST', ifMatch: etag }),
    async onSuccess(_answer, version) {
      notifications.show({ message: texts.restored(version) });
      await client.invalidateQueries();
    },
  });
}
