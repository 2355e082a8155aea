import { Button, Drawer, Group, Loader, Stack, Tabs, Text } from '@mantine/core';
import type { PastVersion, RemovedItem } from '@newsstand/contract/manage';
import { useQuery } from '@tanstack/react-query';
import type { SpacePlace } from '../../api/places.ts';
import { JsonView } from '../../parts/json/JsonView.tsx';
import { Trouble } from '../../parts/Trouble.tsx';
import { useFocusBack } from '../../parts/useFocusBack.ts';
import { formatMoment } from '../../time/formatMoment.ts';
import { timeZone } from '../../time/here.ts';
import { useLanguage, useWords } from '../../words/LanguageProvider.tsx';
import { PreviewView } from '../items/preview/PreviewView.tsx';
import { removedVersionsQuery } from './removedQueries.ts';

type ViewProps = {
  readonly space: SpacePlace;
  readonly removed: RemovedItem;
  /** Undefined where the operator may not put it back. */
  readonly onRestore: (() => void) | undefined;
  readonly onClose: () => void;
};

/** What was deleted, as it was. */
export function RemovedView({ space, removed, onRestore, onClose }: ViewProps) {
  useFocusBack();
  const texts = useWords().removed;
  const { language } = useLanguage();
  const { data, error } = useQuery(removedVersionsQuery(space, removed));
  const version = data?.list.find((each) => each.version === removed.version);
  const moment = formatMoment(removed.removedAt, language, timeZone);
  return (
    <Drawer opened onClose={onClose} position="right" size="lg" title={removed.name || texts.untitled}>
      <Stack gap="md">
        <Group justify="space-between">
          <Text size="sm" c="dimmed">
            {texts.deletedBy(moment, removed.removedBy)}
          </Text>
          {onRestore && <Button onClick={onRestore}>{texts.restore}</Button>}
        </Group>
        {error && <Trouble error={error} />}
        {data === undefined && !error && <Loader />}
        {data !== undefined && version === undefined && <Text>{texts.gone}</Text>}
        {version && <VersionTabs space={space} removed={removed} item={version.item} />}
      </Stack>
    </Drawer>
  );
}

type TabsProps = Pick<ViewProps, 'space' | 'removed'> & { readonly item: PastVersion['item'] };

function VersionTabs({ space, removed, item }: TabsProps) {
  const texts = useWords().removed;
  const { kind, instanceId } = removed;
  const hasPreview = (kind === 'news' || kind === 'banner') && instanceId !== undefined;
  if (!hasPreview) return <JsonView value={item} label={texts.json} />;
  return (
    <Tabs defaultValue="preview" keepMounted={false}>
      <Tabs.List>
        <Tabs.Tab value="preview">{texts.preview}</Tabs.Tab>
        <Tabs.Tab value="json">{texts.json}</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="preview" pt="sm">
        <PreviewView shelf={{ ...space, kind, instanceId }} document={item} />
      </Tabs.Panel>
      <Tabs.Panel value="json" pt="sm">
        <JsonView value={item} label={texts.json} />
      </Tabs.Panel>
    </Tabs>
  );
}
