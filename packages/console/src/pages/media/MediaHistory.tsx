import { Button, Group, List, Loader, Stack, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { notifications } from '@mantine/notifications';
import type { ManagedItem, PastVersion } from '@newsstand/contract/manage';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { isVersions } from '../../api/checks.ts';
import { itemPath, type SpacePlace } from '../../api/places.ts';
import { fetchJson, sendRequest } from '../../api/request.ts';
import { useMay } from '../../api/SessionProvider.tsx';
import { ErrorAlert } from '../../parts/ErrorAlert.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { formatMoment } from '../../time/formatMoment.ts';
import { timeZone } from '../../time/wallClock.ts';
import { useLanguage, useWords } from '../../words/LanguageProvider.tsx';

type Props = { readonly space: SpacePlace; readonly media: ManagedItem<'media'> };

/** What a media was before, and the way back. */
export function MediaHistory({ space, media }: Props) {
  const texts = useWords().mediaDetails;
  const path = `${itemPath({ ...space, kind: 'media' }, media.item.mediaId)}/versions`;
  const { data, error } = useQuery({
    queryKey: ['versions', path],
    queryFn: ({ signal }) => fetchJson(path, isVersions, { signal }),
  });
  const restoration = useRestoration(path, media);
  return (
    <Panel title={texts.versions}>
      {error !== null && <ErrorAlert error={error} />}
      {restoration.error !== null && <ErrorAlert error={restoration.error} />}
      {data === undefined && error === null && <Loader size="sm" />}
      <Text size="sm">
        {texts.version(media.version)}: {texts.current}
      </Text>
      {data?.list.length === 0 && <Text size="sm">{texts.noVersions}</Text>}
      <List listStyleType="none" spacing="sm">
        {data?.list.map((past) => (
          <List.Item key={past.version}>
            <PastEntry
              past={past}
              onRestore={() => restoration.mutate(past.version)}
              projectId={space.projectId}
            />
          </List.Item>
        ))}
      </List>
    </Panel>
  );
}

function PastEntry({
  past,
  onRestore,
  projectId,
}: {
  readonly past: PastVersion;
  readonly onRestore: () => void;
  readonly projectId: string;
}) {
  const texts = useWords().mediaDetails;
  const { language } = useLanguage();
  const isEditor = useMay('editor', projectId);
  const { version, replacedAt, replacedBy, item } = past;
  const askFirst = () =>
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
          {texts.replaced(formatMoment(replacedAt, language, timeZone), replacedBy)}
        </Text>
      </Stack>
      {isEditor && (
        <Button
          size="xs"
          variant="default"
          onClick={askFirst}
          aria-label={`${texts.restore}: ${texts.version(version)}`}
        >
          {texts.restore}
        </Button>
      )}
    </Group>
  );
}

function useRestoration(path: string, { etag }: ManagedItem<'media'>) {
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
