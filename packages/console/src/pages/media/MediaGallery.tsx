import { Stack } from '@mantine/core';
import { useState } from 'react';
import { useParams, useSearchParams } from 'wouter';
import type { SpacePlace } from '../../api/places.ts';
import { useMay } from '../../api/SessionProvider.tsx';
import { MediaBrowser } from '../../parts/media/MediaBrowser.tsx';
import { readMediaQuery, writeMediaQuery } from '../../parts/media/MediaQuery.ts';
import { mediaHref } from '../../parts/media/mediaHref.ts';
import { PageHead } from '../../parts/PageHead.tsx';
import { ReadOnlyNote } from '../../parts/ReadOnlyNote.tsx';
import { DropZone } from '../../parts/upload/DropZone.tsx';
import { FilesButton } from '../../parts/upload/FilesButton.tsx';
import { UploadPanel } from '../../parts/upload/UploadPanel.tsx';
import { useNewMedia } from '../../parts/upload/useUpload.ts';
import { useWords } from '../../words/LanguageProvider.tsx';
import { SelectionBar } from './SelectionBar.tsx';

/** All media of a space: to look through, add to and clear out. */
export default function MediaGallery() {
  const texts = useWords().gallery;
  const { projectId = '', spaceId = '' } = useParams();
  const space = { projectId, spaceId };
  const isEditor = useMay('editor', projectId);
  return isEditor ? (
    <OpenGallery key={`${projectId}/${spaceId}`} space={space} />
  ) : (
    <Stack>
      <PageHead title={texts.title} />
      <ReadOnlyNote projectId={projectId} />
      <Gallery space={space} isEditor={false} />
    </Stack>
  );
}

function OpenGallery({ space }: { readonly space: SpacePlace }) {
  const { title } = useWords().gallery;
  const { hint } = useWords().uploads;
  const place = mediaHref(space);
  const upload = useNewMedia(space, place);
  return (
    <DropZone onFiles={upload}>
      <Stack>
        <PageHead title={title} text={hint}>
          <FilesButton onFiles={upload} />
        </PageHead>
        <UploadPanel place={place} hrefOf={(mediaId) => mediaHref(space, mediaId)} />
        <Gallery space={space} isEditor />
      </Stack>
    </DropZone>
  );
}

function Gallery({ space, isEditor }: { readonly space: SpacePlace; readonly isEditor: boolean }) {
  const [params, setParams] = useSearchParams();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const toggle = (id: string) =>
    setSelected((ids) =>
      ids.has(id) ? new Set([...ids].filter((each) => each !== id)) : new Set([...ids, id]),
    );
  return (
    <MediaBrowser
      space={space}
      query={readMediaQuery(params)}
      onQuery={(query) => setParams(writeMediaQuery(query))}
      actionOf={({ mediaId }) => ({ href: mediaHref(space, mediaId) })}
      {...(isEditor && { selection: { ids: selected, onToggle: toggle } })}
    >
      {(list) =>
        isEditor && list.length > 0 ? (
          <SelectionBar space={space} list={list} selected={selected} onSelect={setSelected} />
        ) : null
      }
    </MediaBrowser>
  );
}
