import { Group, Paper, SegmentedControl, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { lazy, Suspense, useState } from 'react';
import { useWords } from '../../../words/LanguageProvider.tsx';
import type { Document } from '../document/Document.ts';
import type { ItemShelf } from '../useItemShelf.ts';
import { Shadow } from './Shadow.tsx';

const NewsPreview = lazy(() => import('./NewsPreview.tsx'));
const BannerPreview = lazy(() => import('./BannerPreview.tsx'));

const pause = 200;
const widths = { desktop: '100%', phone: 390 } as const;

/** About what readers will see, at the width of a phone or of a desk; follows what is typed. */
export function PreviewView({ shelf, document }: { readonly shelf: ItemShelf; readonly document: Document }) {
  const texts = useWords().preview;
  const [width, setWidth] = useState<keyof typeof widths>('desktop');
  const [shown] = useDebouncedValue(document, pause);
  const Preview = shelf.kind === 'news' ? NewsPreview : BannerPreview;
  return (
    <Stack gap="sm" component="section" aria-label={texts.label}>
      <Group justify="space-between">
        <SegmentedControl
          aria-label={texts.width}
          value={width}
          onChange={(value) => setWidth(value === 'phone' ? 'phone' : 'desktop')}
          data={[
            { value: 'desktop', label: texts.desktop },
            { value: 'phone', label: texts.phone },
          ]}
        />
        <Text size="xs" c="dimmed">
          {texts.note}
        </Text>
      </Group>
      <Paper withBorder className="preview-frame" style={{ width: widths[width] }}>
        <Suspense>
          <Shadow>
            <Preview shelf={shelf} document={shown} />
          </Shadow>
        </Suspense>
      </Paper>
    </Stack>
  );
}
