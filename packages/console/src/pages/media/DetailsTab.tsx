import { Grid, Stack } from '@mantine/core';
import type { ManagedItem } from '@newsstand/contract/manage';
import type { SpacePlace } from '../../api/places.ts';
import { useMay } from '../../api/SessionProvider.tsx';
import { MediaAbout } from './MediaAbout.tsx';
import { MediaAddresses } from './MediaAddresses.tsx';
import { MediaForm } from './MediaForm.tsx';
import { MediaRemoval } from './MediaRemoval.tsx';
import { MediaReplacement } from './MediaReplacement.tsx';
import { MediaUses } from './MediaUses.tsx';
import { MediaView } from './MediaView.tsx';

/** The picture or video itself, and all that is known of it. */
export function DetailsTab({
  space,
  media,
}: {
  readonly space: SpacePlace;
  readonly media: ManagedItem<'media'>;
}) {
  const isEditor = useMay('editor', space.projectId);
  return (
    <Grid>
      <Grid.Col span={{ base: 12, md: 7 }}>
        <Stack>
          <MediaView media={media.delivered} />
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
