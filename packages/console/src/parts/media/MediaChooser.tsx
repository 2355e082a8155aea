import { Group, Stack, Text } from '@mantine/core';
import { useId, useState } from 'react';
import type { SpacePlace } from '../../api/places.ts';
import { useMay } from '../../api/SessionProvider.tsx';
import { useWords } from '../../words/LanguageProvider.tsx';
import { DropZone } from '../upload/DropZone.tsx';
import { FilesButton } from '../upload/FilesButton.tsx';
import { UploadPanel } from '../upload/UploadPanel.tsx';
import { useNewMedia } from '../upload/useUpload.ts';
import { MediaBrowser } from './MediaBrowser.tsx';
import { firstMedia } from './MediaQuery.ts';
import { useTakenUpload } from './useTakenUpload.ts';

type Props = {
  readonly space: SpacePlace;
  readonly type: 'image' | 'video' | undefined;
  readonly onTake: (mediaId: string) => void;
};

/** The gallery to choose from; a file that is uploaded here is what was meant, and taken when it is there. */
export function MediaChooser({ space, type, onTake }: Props) {
  const texts = useWords().uploads;
  const place = useId();
  const [query, setQuery] = useState(firstMedia);
  const upload = useNewMedia(space, place);
  const isEditor = useMay('editor', space.projectId);
  useTakenUpload(place, onTake);
  const browser = (
    <MediaBrowser
      space={space}
      type={type}
      query={query}
      onQuery={setQuery}
      actionOf={({ mediaId }) => ({ onTake: () => onTake(mediaId) })}
    />
  );
  if (!isEditor) return browser;
  return (
    <DropZone onFiles={upload}>
      <Stack gap="sm">
        <Group gap="sm">
          <FilesButton onFiles={upload} type={type} />
          <Text size="xs" c="dimmed" flex={1} miw={200}>
            {texts.hint}
          </Text>
        </Group>
        <UploadPanel place={place} />
        {browser}
      </Stack>
    </DropZone>
  );
}
