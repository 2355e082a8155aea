import { Badge, Card, Center, Checkbox, Group, Image, Stack, Text, UnstyledButton } from '@mantine/core';
import { useReducedMotion } from '@mantine/hooks';
import type { Media } from '@newsstand/contract';
import type { ListedMedia } from '@newsstand/contract/manage';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { IconBox, IconExternalLink, IconPhotoOff, IconVideo } from '../../icons/icons.tsx';
import { useLanguage, useWords } from '../../words/LanguageProvider.tsx';
import { formatDuration, formatSize } from './formatFile.ts';
import { foreignHost, smallPicture } from './pictureUrl.ts';

/** What a card does when clicked: follow a link, or report the choice. */
export type MediaAction = { readonly href: string } | { readonly onTake: () => void };

/** A media file of a list, with what operators know of it. */
export type MediaRow = {
  readonly item: Media;
  readonly about?: ListedMedia | undefined;
  readonly etag?: string;
};

type Props = {
  readonly row: MediaRow;
  readonly action: MediaAction;
  readonly selection?: { readonly isSelected: boolean; readonly onToggle: () => void } | undefined;
};

/** A media item in the gallery. */
export function MediaCard({ row: { item, about }, action, selection }: Props) {
  const texts = useWords().media;
  const name = item.name || texts.unnamed;
  return (
    <Card withBorder padding={0} className="media-card" data-selected={selection?.isSelected || undefined}>
      <MediaLink action={action} label={'onTake' in action ? texts.take(name) : name}>
        <MediaThumbnail media={item} size="100%" isLive />
      </MediaLink>
      <Group wrap="nowrap" gap="xs" p="xs" align="flex-start">
        {selection && (
          <Checkbox
            checked={selection.isSelected}
            onChange={selection.onToggle}
            aria-label={texts.select(name)}
            size="sm"
          />
        )}
        <div className="media-card-text">
          <Text size="sm" fw={500} title={name} className="long-text">
            {name}
          </Text>
          <Text size="xs" c="dimmed" className="media-card-facts">
            <MediaFacts media={item} about={about} />
          </Text>
          <MediaBadges media={item} labels={about?.labels} />
        </div>
      </Group>
    </Card>
  );
}

/** The labels of a media item, and what it lacks. */
function MediaBadges({
  media,
  labels = [],
}: {
  readonly media: Media;
  readonly labels?: readonly string[] | undefined;
}) {
  const texts = useWords().media;
  const lacksAlt = media.type === 'image' && media.alt === undefined;
  if (!lacksAlt && labels.length === 0) return null;
  return (
    <Group gap={4} mt={4}>
      {lacksAlt && (
        <Badge size="sm" variant="light" color="orange" tt="none">
          {texts.noAlt}
        </Badge>
      )}
      {labels.slice(0, 3).map((label) => (
        <Badge key={label} size="sm" variant="default" tt="none" maw="100%">
          {label}
        </Badge>
      ))}
      {labels.length > 3 && (
        <Text size="xs" c="dimmed">
          +{labels.length - 3}
        </Text>
      )}
    </Group>
  );
}

function MediaLink({
  action,
  label,
  children,
}: {
  readonly action: MediaAction;
  readonly label: string;
  readonly children: ReactNode;
}) {
  if ('href' in action)
    return (
      <Link href={action.href} aria-label={label} className="media-card-link">
        {children}
      </Link>
    );
  return (
    <UnstyledButton onClick={action.onTake} aria-label={label} className="media-card-link">
      {children}
    </UnstyledButton>
  );
}

/** Type, format, dimensions, duration and size. */
export function MediaFacts({
  media,
  about,
}: {
  readonly media: Media;
  readonly about?: Pick<ListedMedia, 'width' | 'height'> | undefined;
}) {
  const texts = useWords().media;
  const { language } = useLanguage();
  const { type, assets, meta, duration, fileSize } = media;
  const parts = [
    assets === undefined ? texts[type] : texts.package,
    meta?.ext.toUpperCase(),
    about?.width && about.height ? `${about.width}\u00a0×\u00a0${about.height}` : undefined,
    duration === undefined ? undefined : formatDuration(duration),
    fileSize === undefined ? undefined : formatSize(fileSize, language),
  ];
  return parts.filter((part) => part !== undefined).join(' · ');
}

type MediaThumbnailProps = {
  readonly media: Media;
  /** The side of the square, in pixels or as CSS. */
  readonly size: number | string;
  /** Whether animations play. */
  readonly isLive?: boolean;
};

/** A small picture of a media item: its thumbnail, a video's poster, or an icon. Its name is shown beside it. */
export function MediaThumbnail({ media, size, isLive = false }: MediaThumbnailProps) {
  const texts = useWords().media;
  const [failed, setFailed] = useState<string>();
  const isStill = useReducedMotion();
  const host = foreignHost(media);
  const url = host === undefined ? smallPicture(media) : undefined;
  const isShown = url !== undefined && failed !== url;
  const isPlayed = isLive && !isStill && host === undefined && media.assets !== undefined && !isShown;
  return (
    <Center w={size} h={size} className="media-thumbnail" aria-hidden>
      {isShown && (
        <Image
          src={url}
          alt=""
          w="100%"
          h="100%"
          fit="contain"
          loading="lazy"
          onError={() => setFailed(url)}
        />
      )}
      {isPlayed && <PackageFrame media={media} isInert />}
      {!isShown && !isPlayed && (
        <Stack gap={4} align="center" w="100%" h="100%" justify="center">
          <MediaIcon media={media} isForeign={host !== undefined} />
          {host !== undefined && size === '100%' && (
            <Text size="xs" ta="center" px="xs" className="long-text">
              {texts.elsewhere(host)}
            </Text>
          )}
        </Stack>
      )}
    </Center>
  );
}

function MediaIcon({ media, isForeign }: { readonly media: Media; readonly isForeign: boolean }) {
  const own = media.assets !== undefined ? IconBox : media.type === 'video' ? IconVideo : IconPhotoOff;
  const Icon = isForeign ? IconExternalLink : own;
  return <Icon size="40%" stroke={1.2} />;
}

/** An animated package as readers see it. Its scripts run in a sandbox, without access to the console. */
export function PackageFrame({
  media: { accessUrl, name },
  isInert = false,
}: {
  readonly media: Media;
  /** Only to look at: neither the mouse nor the keyboard gets into it. */
  readonly isInert?: boolean;
}) {
  return (
    <iframe
      src={accessUrl}
      title={name}
      sandbox="allow-scripts"
      loading="lazy"
      className="package-frame"
      {...(isInert && { tabIndex: -1, inert: true })}
    />
  );
}
