import { Anchor, Center, Grid, Loader, Paper, Stack, Table, Text, VisuallyHidden } from '@mantine/core';
import type { Media } from '@newsstand/contract';
import type { ManagedItem } from '@newsstand/contract/manage';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { isItem } from '../../api/checks.ts';
import { itemPath, type Space } from '../../api/paths.ts';
import { useUses } from '../../api/queries.ts';
import { fetchJson, sendRequest } from '../../api/request.ts';
import { useIsAllowed } from '../../api/SessionProvider.tsx';
import { IconExternalLink } from '../../icons/icons.tsx';
import { ErrorAlert } from '../../parts/ErrorAlert.tsx';
import { formatDuration, formatSize } from '../../parts/media/formatFile.ts';
import { PackageFrame } from '../../parts/media/MediaCard.tsx';
import { foreignHost } from '../../parts/media/pictureUrl.ts';
import { Panel } from '../../parts/Panel.tsx';
import { CopyField } from '../../parts/Snippet.tsx';
import { UseList } from '../../parts/UseList.tsx';
import { FilesButton } from '../../parts/upload/FilesButton.tsx';
import { UploadPanel } from '../../parts/upload/UploadPanel.tsx';
import { useUploadFiles } from '../../parts/upload/uploads.ts';
import { useActorName } from '../../parts/useActorName.ts';
import { formatDateTime } from '../../time/formatDateTime.ts';
import { timeZone } from '../../time/wallClock.ts';
import { useLanguage, useWords } from '../../words/LanguageProvider.tsx';
import { FocalPoint } from './FocalPoint.tsx';
import { MediaForm } from './MediaForm.tsx';
import { MediaRemoval } from './MediaRemoval.tsx';

/** The picture or video with everything known about it. */
export function DetailsTab({
  space,
  media,
}: {
  readonly space: Space;
  readonly media: ManagedItem<'media'>;
}) {
  const isEditor = useIsAllowed('editor', space);
  return (
    <Grid>
      <Grid.Col span={{ base: 12, md: 7 }}>
        <Stack>
          <MediaView media={media.delivered} />
          {isEditor && hasPicture(media.delivered) && <FocalPoint space={space} media={media} />}
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

/** Whether a media is a picture of this service, so that it can be cropped here. */
function hasPicture(media: Media): boolean {
  return media.type === 'image' && media.assets === undefined && foreignHost(media) === undefined;
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

function MediaElement({ media }: { readonly media: Media }) {
  const texts = useWords().mediaDetails;
  const { accessUrl, assets, type, name, alt, thumbnailAccessUrl } = media;
  if (accessUrl === undefined) return <Text c="dimmed">{texts.noPreview}</Text>;
  const host = foreignHost(media);
  if (host !== undefined)
    return (
      <Stack align="center" gap="xs" p="md" ta="center">
        <IconExternalLink size={40} stroke={1.2} aria-hidden />
        <Text>{texts.elsewhere(host)}</Text>
        <Anchor href={accessUrl} target="_blank" rel="noreferrer" className="long-text">
          {accessUrl}
        </Anchor>
      </Stack>
    );
  if (assets !== undefined)
    return (
      <Stack gap="xs" w="100%">
        <PackageFrame media={media} />
        <Anchor href={accessUrl} target="_blank" rel="noreferrer" size="sm">
          {texts.openPackage}
        </Anchor>
      </Stack>
    );
  if (type === 'video') return <VideoPlayer url={accessUrl} poster={thumbnailAccessUrl} label={name} />;
  return <img src={accessUrl} alt={alt ?? name} />;
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

type FactName = 'id' | 'type' | 'format' | 'size' | 'pixels' | 'duration' | 'created' | 'changed';

function useFacts(media: ManagedItem<'media'>): readonly (readonly [FactName, string])[] {
  const texts = useWords().mediaDetails;
  const kinds = useWords().media;
  const { language } = useLanguage();
  const { delivered, width, height, changedAt, changedBy } = media;
  const nameOf = useActorName();
  const { mediaId, type, assets, meta, fileSize, duration } = delivered;
  const { createdAt } = media.item;
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
    ['created', createdAt === undefined ? undefined : formatDateTime(createdAt, language, timeZone)],
    [
      'changed',
      changedAt === undefined
        ? undefined
        : texts.changedBy(
            formatDateTime(changedAt, language, timeZone),
            changedBy === undefined ? '?' : nameOf(changedBy),
          ),
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
    </Panel>
  );
}

/** Replaces the file of a media item. */
function MediaReplacement({ space, media }: { readonly space: Space; readonly media: ManagedItem<'media'> }) {
  const texts = useWords().mediaDetails;
  const client = useQueryClient();
  const uses = useUses({ ...space, kind: 'media' }, media.item.mediaId);
  const path = itemPath({ ...space, kind: 'media' }, media.item.mediaId);
  const upload = useUploadFiles({
    group: path,
    projectId: space.projectId,
    async save(uploadId) {
      // Processing a video takes a while, so this is about the current version. Everything but the file stays.
      const { etag } = await fetchJson(path, isItem('media'));
      const body = { upload: uploadId, type: null };
      await sendRequest(path, { method: 'PATCH', body, ifMatch: etag });
      void client.invalidateQueries();
      return media.item.mediaId;
    },
  });
  return (
    <Panel title={texts.replace}>
      <Text size="sm">{texts.replaceText}</Text>
      {uses.data && uses.data.totalCount > 0 && (
        <Text size="sm" fw={500}>
          {texts.replaceUses(uses.data.totalCount)}
        </Text>
      )}
      <div>
        <FilesButton isSingle label={texts.replaceButton} variant="default" onFiles={upload} />
      </div>
      <UploadPanel group={path} />
    </Panel>
  );
}
