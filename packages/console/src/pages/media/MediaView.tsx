import { Anchor, Center, Paper, Text, VisuallyHidden } from '@mantine/core';
import type { Media } from '@newsstand/contract';
import { useWords } from '../../words/LanguageProvider.tsx';
import { VideoPlayer } from './VideoPlayer.tsx';

/** The media itself, as readers get it. */
export function MediaView({ media }: { readonly media: Media }) {
  const texts = useWords().mediaDetails;
  return (
    <Paper withBorder p="xs" component="section" aria-label={texts.preview}>
      <VisuallyHidden component="h2">{texts.preview}</VisuallyHidden>
      <Center className="media-view">
        <Shown media={media} />
      </Center>
    </Paper>
  );
}

function Shown({ media: { accessUrl, assets, type, name, thumbnailAccessUrl } }: { readonly media: Media }) {
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
