import { Card, Center, Checkbox, Group, Image, Text, UnstyledButton } from '@mantine/core';
import type { Media } from '@newsstand/contract';
import { IconBox, IconPhotoOff, IconVideo } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { useLanguage, useWords } from '../../words/LanguageProvider.tsx';
import { formatDuration, formatSize } from './formatFile.ts';
import { smallPicture } from './pictureUrl.ts';

/** What a card does when clicked: follow a link, or report the choice. */
export type MediaAction = { readonly href: string } | { readonly onTake: () => void };

type Props = {
  readonly media: Media;
  readonly action: MediaAction;
  readonly selection?: { readonly isSelected: boolean; readonly onToggle: () => void } | undefined;
};

/** A media item in the gallery. */
export function MediaCard({ media, action, selection }: Props) {
  const texts = useWords().media;
  const name = media.name || texts.unnamed;
  return (
    <Card withBorder padding={0} className="media-card" data-selected={selection?.isSelected || undefined}>
      <MediaLink action={action} label={'onTake' in action ? texts.take(name) : name}>
        <MediaThumbnail media={media} size="100%" />
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
          <Text size="sm" fw={500} truncate title={name}>
            {name}
          </Text>
          <Text size="xs" c="dimmed" truncate>
            <MediaFacts media={media} />
          </Text>
        </div>
      </Group>
    </Card>
  );
}

function MediaLink({
  action,
  label,
  children,
}: {
  readonly action: MediaAction;
  readonly label: string;
  readonly children: React.ReactNode;
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

/** Type, duration and size. */
export function MediaFacts({ media }: { readonly media: Media }) {
  const texts = useWords().media;
  const { language } = useLanguage();
  const { type, assets, meta, duration, fileSize } = media;
  const parts = [
    assets === undefined ? texts[type] : texts.package,
    meta?.ext.toUpperCase(),
    duration === undefined ? undefined : formatDuration(duration),
    fileSize === undefined ? undefined : formatSize(fileSize, language),
  ];
  return parts.filter((part) => part !== undefined).join(' · ');
}

type MediaThumbnailProps = {
  readonly media: Media;
  /** The side of the square, in pixels or as CSS. */
  readonly size: number | string;
};

/** A small picture of a media item: its thumbnail, a video's poster, or an icon. Its name is shown beside it. */
export function MediaThumbnail({ media, size }: MediaThumbnailProps) {
  const [failed, setFailed] = useState<string>();
  const url = smallPicture(media);
  const isShown = url !== undefined && failed !== url;
  return (
    <Center w={size} h={size} className="media-thumbnail" aria-hidden>
      {isShown ? (
        <Image
          src={url}
          alt=""
          w="100%"
          h="100%"
          fit="contain"
          loading="lazy"
          onError={() => setFailed(url)}
        />
      ) : (
        <MediaIcon media={media} />
      )}
    </Center>
  );
}

function MediaIcon({ media }: { readonly media: Media }) {
  const Icon = media.assets !== undefined ? IconBox : media.type === 'video' ? IconVideo : IconPhotoOff;
  return <Icon size="40%" stroke={1.2} />;
}
