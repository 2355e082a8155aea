import { TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { ManagedItem } from '@newsstand/contract/manage';
import { limits } from '@newsstand/contract/plain';
import { useState } from 'react';
import type { Space } from '../../../api/paths.ts';
import { useIsAllowed } from '../../../api/SessionProvider.tsx';
import { ErrorAlert } from '../../../parts/ErrorAlert.tsx';
import { useWords } from '../../../words/LanguageProvider.tsx';
import { useMediaChange } from '../../media/useMediaChange.tsx';

type Props = { readonly space: Space; readonly media: ManagedItem<'media'> };

/** The alternative text of a picture, which is saved with the picture when the field is left. */
export function AltField({ space, media }: Props) {
  const { mediaDetails, leadPicture: texts } = useWords();
  const stored = media.item.alt ?? '';
  const [alt, setAlt] = useState(stored);
  const [before, setBefore] = useState(stored);
  // It may be changed elsewhere, but not while it is typed here.
  if (stored !== before) {
    setBefore(stored);
    if (alt === before) setAlt(stored);
  }
  const change = useMediaChange(
    { projectId: space.projectId, spaceId: space.spaceId },
    media.item.mediaId,
    () => notifications.show({ message: texts.altSaved }),
  );
  const isEditor = useIsAllowed('editor', { projectId: space.projectId, spaceId: space.spaceId });
  const save = () => {
    if (alt.trim() !== stored) change.mutate({ patch: { alt: alt.trim() || null }, etag: media.etag });
  };
  if (media.item.type !== 'image' || (!isEditor && stored === '')) return null;
  return (
    <>
      <TextInput
        size="xs"
        aria-label={mediaDetails.alt}
        placeholder={mediaDetails.alt}
        description={texts.altHint}
        inputWrapperOrder={['input', 'description']}
        value={alt}
        maxLength={limits.altCharacters}
        readOnly={!isEditor}
        onChange={(event) => setAlt(event.currentTarget.value)}
        onBlur={save}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.nativeEvent.isComposing) save();
        }}
      />
      {change.error !== null && <ErrorAlert error={change.error} />}
    </>
  );
}
