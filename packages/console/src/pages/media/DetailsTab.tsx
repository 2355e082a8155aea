import {
  Anchor,
  Button,
  Center,
  Grid,
  Loader,
  Paper,
  Stack,
  Table,
  Text,
  VisuallyHidden,
} from '@mantine/core';
import { modals } from '@mantine/modals';
import { notifications } from '@mantine/notifications';
import type { Media } from '@newsstand/contract';
import type { ManagedItem } from '@newsstand/contract/manage';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import { isItem } from '../../api/checks.ts';
import { itemPath, mediaHref, type Space } from '../../api/paths.ts';
import { useUses } from '../../api/queries.ts';
import { fetchJson, sendRequest } from '../../api/request.ts';
import { useIsAllowed } from '../../api/SessionProvider.tsx';
import { ErrorAlert } from '../../parts/ErrorAlert.tsx';
import { formatDuration, formatSize } from '../../parts/media/formatFile.ts';
import { Panel } from '../../parts/Panel.tsx';
import { CopyField } from '../../parts/Snippet.tsx';
import { UseList } from '../../parts/UseList.tsx';
import { FilesButton } from '../../parts/upload/FilesButton.tsx';
import { UploadPanel } from '../../parts/upload/UploadPanel.tsx';
import { useUploadFiles } from '../../parts/upload/uploads.ts';
import { formatDateTime } from '../../time/formatDateTime.ts';
import { timeZone } from '../../time/wallClock.ts';
import { useLanguage, useWords } from '../../words/LanguageProvider.tsx';
import { MediaForm } from './MediaForm.tsx';

/** The picture or video with everything known about it. */
export function DetailsTab({
  space,
  media,
}: {
  readonly space: Space;
  readonly media: ManagedItem<'media'>;
}) {
  const isEditor = useIsAllowed('editor', space.projectId);
  return (
    <Grid>
      <Grid.Col span={{ base: 12, md: 7 }}>
        <Stack>
          <MediaView media={media.delivered} />
          <MediaAddresses media={media.delivered} />
        </Stack>
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 5 }}>
        <Stack>
          {isEditor && <MediaForm space={space} media={media} />}
          <MediaAbout media={media} />
          <MediaUses space={space} mediaId={media.item.mediaId} />
          {isEditor && <MediaReplacement space={space} media={media} />}
          {isEditor && <MediaRemoval space={space} media={media} />}
        </Stack>
      </Grid.Col>
    </Grid>
  );
}

/** The media item as readers get it. */
function MediaView({ media }: { readonly media: Media }) {
  const texts = useWords().mediaDetails;
  return (
    <Paper withBorder p="xs" component="section" aria-label={texts.preview}>
      <VisuallyHidden component="h2">{texts.preview}</VisuallyHidden>
      <Center className="media-view">
        <MediaElement media={media} />
      </Center>
    </Paper>
  );
}

function MediaElement({
  media: { accessUrl, assets, type, name, thumbnailAccessUrl },
}: {
  readonly media: Media;
}) {
  const texts = useWords().mediaDetails;
  if (accessUrl === undefined) return <Text c="dimmed">{texts.noPreview}</Text>;
  if (assets !== undefined)
    return (
      <Anchor href={accessUrl} target="_blank" rel="noreferrer">
        {texts.openPackage}
      </Anchor>
    );
  if (type === 'video') return <VideoPlayer url={accessUrl} poster={thumbnailAccessUrl} label={name} />;
  return <img src={accessUrl} alt={name} />;
}

type Props = { readonly url: string; readonly poster?: string | undefined; readonly label: string };

const playlist = 'application/vnd.apple.mpegurl';

/** Plays a video; hls.js helps browsers without HLS support. */
function VideoPlayer({ url, poster, label }: Props) {
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => (video.current === null ? undefined : play(video.current, url)), [url]);
  return (
    <video
      ref={video}
      controls
      playsInline
      preload="metadata"
      aria-label={label}
      {...(poster !== undefined && { poster })}
    />
  );
}

/** Starts loading the video, and returns a function that stops it. */
function play(video: HTMLVideoElement, url: string): () => void {
  const isPlaylist = /\.m3u8(\?|$)/.test(url);
  if (!isPlaylist || video.canPlayType(playlist) !== '') {
    video.src = url;
    return () => video.removeAttribute('src');
  }
  const stop = new AbortController();
  void import('hls.js').then(({ default: Hls }) => {
    if (stop.signal.aborted || !Hls.isSupported()) return;
    // A worker would be loaded from a blob, which the page does not allow.
    const hls = new Hls({ enableWorker: false });
    hls.loadSource(url);
    hls.attachMedia(video);
    stop.signal.addEventListener('abort', () => hls.destroy());
  });
  return () => stop.abort();
}

/** The facts about the file. */
function MediaAbout({ media }: { readonly media: ManagedItem<'media'> }) {
  const texts = useWords().mediaDetails;
  return (
    <Panel title={texts.about}>
      <Table variant="vertical" layout="fixed" withRowBorders={false}>
        <Table.Tbody>
          {useFacts(media).map(([name, value]) => (
            <Table.Tr key={name}>
              <Table.Th w="40%">{texts.facts[name]}</Table.Th>
              <Table.Td className="long-text">{value}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Panel>
  );
}

type FactName = 'id' | 'type' | 'format' | 'size' | 'pixels' | 'duration' | 'changed';

function useFacts(media: ManagedItem<'media'>): readonly (readonly [FactName, string])[] {
  const texts = useWords().mediaDetails;
  const kinds = useWords().media;
  const { language } = useLanguage();
  const { delivered, width, height, changedAt, changedBy } = media;
  const { mediaId, type, assets, meta, fileSize, duration } = delivered;
  const number = new Intl.NumberFormat(language);
  const facts: readonly (readonly [FactName, string | undefined])[] = [
    ['id', mediaId],
    ['type', assets === undefined ? kinds[type] : kinds.package],
    ['format', meta?.mimetype],
    ['size', fileSize === undefined ? undefined : formatSize(fileSize, language)],
    [
      'pixels',
      width === undefined || height === undefined
        ? undefined
        : texts.pixels(number.format(width), number.format(height)),
    ],
    ['duration', duration === undefined ? undefined : formatDuration(duration)],
    [
      'changed',
      changedAt === undefined
        ? undefined
        : texts.changedBy(formatDateTime(changedAt, language, timeZone), changedBy ?? '?'),
    ],
  ];
  return facts.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]));
}

/** The URLs for readers. */
function MediaAddresses({ media }: { readonly media: Media }) {
  const texts = useWords().mediaDetails;
  const { assets = [] } = media;
  const names = ['accessUrl', 'thumbnailAccessUrl', 'originalUrl'] as const;
  return (
    <Panel title={texts.addresses}>
      {names.map((name) => {
        const url = media[name];
        return url === undefined ? null : <CopyField key={name} label={texts.address[name]} text={url} />;
      })}
      {assets.length > 0 && (
        <details>
          <summary>{texts.files(assets.length)}</summary>
          <Stack gap="xs" mt="xs">
            {assets.map(({ path, accessUrl }) => (
              <CopyField key={path} label={path} text={accessUrl} />
            ))}
          </Stack>
        </details>
      )}
    </Panel>
  );
}

/** Where a media item is used. */
function MediaUses({ space, mediaId }: { readonly space: Space; readonly mediaId: string }) {
  const texts = useWords().mediaDetails;
  const { data, error } = useUses({ ...space, kind: 'media' }, mediaId);
  return (
    <Panel title={texts.uses}>
      {error !== null && <ErrorAlert error={error} />}
      {data === undefined && error === null && <Loader size="sm" />}
      {data && <UseList space={space} uses={data} />}
      <Text size="xs" c="dimmed">
        {texts.bodyNote}
      </Text>
    </Panel>
  );
}

/** Replaces the file of a media item. */
function MediaReplacement({ space, media }: { readonly space: Space; readonly media: ManagedItem<'media'> }) {
  const texts = useWords().mediaDetails;
  const client = useQueryClient();
  const path = itemPath({ ...space, kind: 'media' }, media.item.mediaId);
  const upload = useUploadFiles({
    group: path,
    projectId: space.projectId,
    async save(uploadId) {
      // Processing a video takes a while, so the current version is used, with its name and operations.
      const now = await fetchJson(path, isItem('media'));
      const body = { ...replacedBody(now.item), upload: uploadId };
      await sendRequest(path, { method: 'PUT', body, ifMatch: now.etag });
      void client.invalidateQueries();
      return media.item.mediaId;
    },
  });
  return (
    <Panel title={texts.replace}>
      <Text size="sm">{texts.replaceText}</Text>
      <div>
        <FilesButton isSingle label={texts.replaceButton} variant="default" onFiles={upload} />
      </div>
      <UploadPanel group={path} />
    </Panel>
  );
}

/** The members that stay when the file is replaced. */
function replacedBody({ name, alias, operations, thumbnailOperations }: ManagedItem<'media'>['item']) {
  return { name, alias, operations, thumbnailOperations };
}

/** Deletes a media item after a confirmation. */
function MediaRemoval({ space, media }: { readonly space: Space; readonly media: ManagedItem<'media'> }) {
  const texts = useWords().mediaDetails;
  const client = useQueryClient();
  const [, go] = useLocation();
  const path = itemPath({ ...space, kind: 'media' }, media.item.mediaId);
  const removal = useMutation({
    mutationFn: () => sendRequest(path, { method: 'DELETE', ifMatch: media.etag }),
    async onSuccess() {
      notifications.show({ message: texts.deleted });
      go(mediaHref(space));
      client.removeQueries({ queryKey: ['item', path] });
      await client.invalidateQueries();
    },
  });
  const confirmRemoval = () =>
    modals.openConfirmModal({
      title: texts.deleteTitle(media.item.name),
      children: <Text size="sm">{texts.deleteText}</Text>,
      labels: { confirm: texts.delete, cancel: texts.keep },
      confirmProps: { color: 'red' },
      onConfirm: () => removal.mutate(),
    });
  return (
    <Panel title={texts.delete}>
      <Text size="sm">{texts.deleteText}</Text>
      <div>
        <Button color="red" variant="light" onClick={confirmRemoval} loading={removal.isPending}>
          {texts.delete}
        </Button>
      </div>
      {removal.error !== null && <ErrorAlert error={removal.error} />}
    </Panel>
  );
}
