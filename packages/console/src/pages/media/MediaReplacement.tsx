import { Text } from '@mantine/core';
import type { ManagedItem } from '@newsstand/contract/manage';
import { useQueryClient } from '@tanstack/react-query';
import { ask } from '../../api/ask.ts';
import { itemPath, type SpacePlace } from '../../api/places.ts';
import { Panel } from '../../parts/Panel.tsx';
import { FilesButton } from '../../parts/upload/FilesButton.tsx';
import { UploadPanel } from '../../parts/upload/UploadPanel.tsx';
import { useUploadFiles } from '../../parts/upload/useUpload.ts';
import { useWords } from '../../words/LanguageProvider.tsx';

/** Puts another file in the place of a media's own. */
export function MediaReplacement({
  space,
  media,
}: {
  readonly space: SpacePlace;
  readonly media: ManagedItem<'media'>;
}) {
  const texts = useWords().mediaDetails;
  const client = useQueryClient();
  const path = itemPath({ ...space, kind: 'media' }, media.item.mediaId);
  const upload = useUploadFiles({
    place: path,
    projectId: space.projectId,
    async save(uploadId) {
      // A video takes its time: what counts is the version of then, with its name and all.
      const now = await ask<ManagedItem<'media'>>(path);
      const body = { ...replacedBody(now.item), upload: uploadId };
      await ask(path, { method: 'PUT', body, ifMatch: now.etag });
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
      <UploadPanel place={path} />
    </Panel>
  );
}

/** What stays when the file becomes another one. */
function replacedBody({ name, alias, operations, thumbnailOperations }: ManagedItem<'media'>['item']) {
  return { name, alias, operations, thumbnailOperations };
}
