import { Loader, Text } from '@mantine/core';
import type { SpacePlace } from '../../api/places.ts';
import { useUses } from '../../api/useUses.ts';
import { Panel } from '../../parts/Panel.tsx';
import { Trouble } from '../../parts/Trouble.tsx';
import { UseList } from '../../parts/UseList.tsx';
import { useWords } from '../../words/LanguageProvider.tsx';

/** Where a media is used. */
export function MediaUses({ space, mediaId }: { readonly space: SpacePlace; readonly mediaId: string }) {
  const texts = useWords().mediaDetails;
  const { data, error } = useUses({ ...space, kind: 'media' }, mediaId);
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
