import { Alert, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { itemQuery } from '../../../api/queries.ts';
import { useWords } from '../../../words/LanguageProvider.tsx';
import { largePicture } from '../../media/pictureUrl.ts';
import { useBlockSpace } from './BlockSpace.ts';

type Picture = {
  readonly mediaId?: string | undefined;
  readonly url?: string | undefined;
  readonly alt?: string | undefined;
};

/** A picture as readers see it. One that is hosted elsewhere is only named: the console asks no other site. */
export function BlockPicture({ mediaId, url, alt = '' }: Picture) {
  if (mediaId !== undefined) return <MediaPicture mediaId={mediaId} alt={alt} />;
  return <ElsewherePicture url={url ?? ''} />;
}

function MediaPicture({ mediaId, alt }: { readonly mediaId: string; readonly alt: string }) {
  const texts = useWords();
  const [broken, setBroken] = useState<string>();
  const found = useQuery(itemQuery({ ...useBlockSpace(), kind: 'media' }, mediaId));
  if (found.isPending) return <Skeleton h={160} />;
  const source = largePicture(found.data?.delivered);
  if (source === undefined)
    return (
      <Alert color="orange" p="xs">
        {texts.media.gone(mediaId)}
      </Alert>
    );
  if (broken === source) return <ElsewherePicture url={source} />;
  return (
    <img
      className="block-picture"
      src={source}
      alt={alt}
      draggable={false}
      onError={() => setBroken(source)}
    />
  );
}

function ElsewherePicture({ url }: { readonly url: string }) {
  const texts = useWords().body.image;
  return (
    <div className="block-elsewhere">
      <Text size="sm">{texts.elsewhere}</Text>
      <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {url}
      </Text>
    </div>
  );
}
