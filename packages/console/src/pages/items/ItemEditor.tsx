import { Anchor, Loader, Stack, Text } from '@mantine/core';
import { Link, useParams } from 'wouter';
import { type ItemShelf, itemPath, shelfPath, spacePath } from '../../api/places.ts';
import { useItem } from '../../api/queries.ts';
import { ApiError } from '../../api/request.ts';
import { ErrorAlert } from '../../parts/ErrorAlert.tsx';
import { NotFound } from '../../parts/NotFound.tsx';
import { useWords } from '../../words/LanguageProvider.tsx';
import { Editor } from './editor/Editor.tsx';
import { useItemShelf } from './useItemShelf.ts';

/** Writes a new item, or changes one that is there. */
export default function ItemEditor() {
  const shelf = useItemShelf();
  const { contentId } = useParams();
  if (shelf === undefined) return <NotFound />;
  if (contentId !== undefined) return <KnownItem shelf={shelf} contentId={contentId} />;
  return <Editor key={shelfPath(shelf)} shelf={shelf} newest={undefined} />;
}

function KnownItem({ shelf, contentId }: { readonly shelf: ItemShelf; readonly contentId: string }) {
  const texts = useWords().editor;
  const { data, error, refetch } = useItem(shelf, contentId);
  if (data !== undefined) return <Editor key={itemPath(shelf, contentId)} shelf={shelf} newest={data} />;
  if (error === null) return <Loader />;
  if (!(error instanceof ApiError) || error.problem.status !== 404)
    return <ErrorAlert error={error} onRetry={refetch} />;
  return (
    <Stack>
      <NotFound />
      <Text px="md">
        {texts.gone}{' '}
        <Anchor component={Link} href={`${spacePath(shelf)}/removed`}>
          {texts.removed}
        </Anchor>
      </Text>
    </Stack>
  );
}
