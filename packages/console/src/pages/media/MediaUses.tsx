import { Anchor, List, Loader, Text } from '@mantine/core';
import type { Uses } from '@newsstand/contract/manage';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { ask } from '../../api/ask.ts';
import { itemPath, type SpacePlace, spacePath } from '../../api/places.ts';
import { Trouble } from '../../parts/Trouble.tsx';
import { useWords } from '../../words/LanguageProvider.tsx';
import { detailsWords } from './detailsWords.ts';
import { Panel } from './Panel.tsx';

/** Where a media is used. */
export function MediaUses({ space, mediaId }: { readonly space: SpacePlace; readonly mediaId: string }) {
  const texts = useWords(detailsWords);
  const path = `${itemPath({ ...space, kind: 'media' }, mediaId)}/uses`;
  const { data, error } = useQuery({
    queryKey: ['uses', path],
    queryFn: ({ signal }) => ask<Uses>(path, { signal }),
  });
  return (
    <Panel title={texts.uses}>
      {error !== null && <Trouble error={error} />}
      {data === undefined && error === null && <Loader size="sm" />}
      {data && <UseList space={space} uses={data} />}
      <Text size="xs" c="dimmed">
        {texts.bodyNote}
      </Text>
    </Panel>
  );
}

function UseList({ space, uses }: { readonly space: SpacePlace; readonly uses: Uses }) {
  const texts = useWords(detailsWords);
  const { totalCount, list } = uses;
  if (totalCount === 0) return <Text size="sm">{texts.usedNowhere}</Text>;
  return (
    <>
      <List size="sm">
        {list.map(({ kind, instanceId = '', id, name }) => (
          <List.Item key={`${kind}/${instanceId}/${id}`}>
            <Anchor
              component={Link}
              size="sm"
              href={`${spacePath(space)}/${kind}/${encodeURIComponent(instanceId)}/items/${encodeURIComponent(id)}`}
            >
              {name || id}
            </Anchor>
          </List.Item>
        ))}
      </List>
      {totalCount > list.length && <Text size="sm">{texts.moreUses(totalCount - list.length)}</Text>}
    </>
  );
}
