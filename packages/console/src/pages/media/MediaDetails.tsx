import { Anchor, Center, Loader, Stack, Tabs, Title } from '@mantine/core';
import type { ManagedItem } from '@newsstand/contract/manage';
import { lazy, Suspense, useState } from 'react';
import { Link, useParams } from 'wouter';
import { mediaHref, type Space } from '../../api/paths.ts';
import { useItem } from '../../api/queries.ts';
import { ApiError } from '../../api/request.ts';
import { useIsAllowed } from '../../api/SessionProvider.tsx';
import { ErrorAlert } from '../../parts/ErrorAlert.tsx';
import { NotFound } from '../../parts/NotFound.tsx';
import { useTitle } from '../../parts/PageHead.tsx';
import { useWords } from '../../words/LanguageProvider.tsx';
import { DetailsTab } from './DetailsTab.tsx';
import { MediaHistory } from './MediaHistory.tsx';

const OperationsEditor = lazy(() => import('./operations/OperationsEditor.tsx'));

/** One media item: its details, its operations and its history. */
export default function MediaDetails() {
  const { projectId = '', spaceId = '', mediaId = '' } = useParams();
  const space = { projectId, spaceId };
  const found = useItem({ ...space, kind: 'media' }, mediaId);
  useTitle(found.data?.item.name ?? mediaId);
  if (found.data !== undefined) return <LoadedDetails key={mediaId} space={space} media={found.data} />;
  if (found.error === null)
    return (
      <Center mih="50vh">
        <Loader />
      </Center>
    );
  const isGone = found.error instanceof ApiError && found.error.problem.status === 404;
  return isGone ? <NotFound /> : <ErrorAlert error={found.error} onRetry={() => void found.refetch()} />;
}

type Props = { readonly space: Space; readonly media: ManagedItem<'media'> };

function LoadedDetails({ space, media }: Props) {
  const texts = useWords().mediaDetails;
  const { item } = media;
  const lists = useEditableLists(media);
  // Keeps unsaved work on one tab while another is open.
  const [visited, setVisited] = useState<ReadonlySet<string | null>>(new Set());
  return (
    <Stack>
      <div>
        <Anchor component={Link} href={mediaHref(space)} size="sm">
          ← {texts.back}
        </Anchor>
        <Title order={1} size="h2" className="long-text">
          {item.name || item.mediaId}
        </Title>
      </div>
      <Tabs
        defaultValue="details"
        keepMountedMode="display-none"
        onChange={(tab) => setVisited((before) => new Set(before).add(tab))}
      >
        <Tabs.List mb="md">
          <Tabs.Tab value="details">{texts.tabs.details}</Tabs.Tab>
          {lists.map((list) => (
            <Tabs.Tab key={list} value={list}>
              {list === 'operations' ? texts.tabs.picture : texts.tabs.thumbnail}
            </Tabs.Tab>
          ))}
          <Tabs.Tab value="history">{texts.tabs.history}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="details">
          <DetailsTab space={space} media={media} />
        </Tabs.Panel>
        {lists.map((list) => (
          <Tabs.Panel key={list} value={list}>
            {visited.has(list) && (
              <Suspense fallback={<Loader />}>
                <OperationsEditor space={space} media={media} list={list} />
              </Suspense>
            )}
          </Tabs.Panel>
        ))}
        <Tabs.Panel value="history">
          {visited.has('history') && <MediaHistory space={space} media={media} />}
        </Tabs.Panel>
      </Tabs>
    </Stack>
  );
}

/** Uploaded pictures and their thumbnails can be edited; of a video, only the poster. */
function useEditableLists({
  item,
  delivered,
}: Props['media']): readonly ('operations' | 'thumbnailOperations')[] {
  const isEditor = useIsAllowed('editor', item);
  const isOwn = item.accessUrl === undefined && delivered.thumbnailAccessUrl !== undefined;
  if (!isEditor || !isOwn) return [];
  return item.type === 'image' ? ['operations', 'thumbnailOperations'] : ['thumbnailOperations'];
}
