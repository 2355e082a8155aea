import { Center, Image } from '@mantine/core';
import type { Media } from '@newsstand/contract';
import { IconBox, IconPhotoOff, IconVideo } from '@tabler/icons-react';
import { useState } from 'react';

type Props = {
  readonly media: Media;
  /** The sides of the square that it is shown in, in pixels, or as CSS has it. */
  readonly size: number | string;
};

/** A small picture of a media: its thumbnail, a video's poster, or an icon. Its name is said beside it. */
export function MediaThumbnail({ media, size }: Props) {
  const { thumbnailAccessUrl, accessUrl, type } = media;
  const [failed, setFailed] = useState<string>();
  const url = thumbnailAccessUrl ?? (type === 'image' && media.assets === undefined ? accessUrl : undefined);
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
