import { Group, Paper, SegmentedControl, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { lazy, type ReactNode, Suspense, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { ItemShelf } from '../../../api/paths.ts';
import { useMediaByIds } from '../../../api/queries.ts';
import { PackageFrame } from '../../../parts/media/MediaCard.tsx';
import { foreignHost, largePicture } from '../../../parts/media/pictureUrl.ts';
import { useWords } from '../../../words/LanguageProvider.tsx';
import type { Document } from '../document/Document.ts';
import { fields } from '../document/fields.ts';
import { PreviewPicture } from './PreviewPicture.tsx';
import { previewStyle } from './previewStyle.ts';
import { OpenPreview } from './Sharing.tsx';

const NewsPreview = lazy(() => import('./NewsPreview.tsx'));

const debounceMilliseconds = 200;
const widths = { desktop: '100%', phone: 390 } as const;

/** Roughly what readers will see, at the width of a phone or a desktop; updates while typing. */
export function PreviewView({
  shelf,
  document,
  contentId,
}: {
  readonly shelf: ItemShelf;
  readonly document: Document;
  /** Only a saved item can be shared. */
  readonly contentId?: string | undefined;
}) {
  const texts = useWords().preview;
  const [width, setWidth] = useState<keyof typeof widths>('desktop');
  const [shown] = useDebouncedValue(document, debounceMilliseconds);
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
        {contentId !== undefined && <OpenPreview shelf={shelf} contentId={contentId} />}
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

/** Shows its content in a shadow root with its own styles. Links only work within it. */
function Shadow({ children }: { readonly children: ReactNode }) {
  const host = useRef<HTMLDivElement>(null);
  const [root, setRoot] = useState<ShadowRoot>();
  useLayoutEffect(() => {
    if (host.current === null) return;
    const shadow = host.current.shadowRoot ?? host.current.attachShadow({ mode: 'open' });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(previewStyle);
    shadow.adoptedStyleSheets = [sheet];
    shadow.addEventListener('click', interceptLinks);
    setRoot(shadow);
  }, []);
  return (
    <div ref={host} className="preview-paper">
      {root && createPortal(children, root)}
    </div>
  );
}

/** A click on a link must not leave the page and lose unsaved work. */
function interceptLinks(event: Event): void {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (link === null) return;
  event.preventDefault();
  const { hash } = new URL(link.href, location.href);
  const root = link.getRootNode();
  if (hash !== '' && root instanceof ShadowRoot)
    root.getElementById(decodeURIComponent(hash.slice(1)))?.scrollIntoView({ block: 'center' });
}

/** A banner, roughly as a site shows it. */
function BannerPreview({ shelf, document }: { readonly shelf: ItemShelf; readonly document: Document }) {
  const texts = useWords().preview;
  const mediaId = fields.image.read(document);
  const media = useMediaByIds(shelf, mediaId === undefined ? [] : [mediaId]).get(mediaId ?? '');
  const picture = largePicture(media);
  const isPackage = media?.assets !== undefined && foreignHost(media) === undefined;
  const title = fields.title.read(document) || texts.untitled;
  return (
    <article>
      <div className="banner">
        {isPackage && <PackageFrame media={media} isInert />}
        {!isPackage && picture !== undefined && <PreviewPicture src={picture} alt={title} />}
        {!isPackage && picture === undefined && <h2 data-path="values.title">{title}</h2>}
      </div>
      <p className="facts" data-path="values.url">
        {fields.url.read(document)}
      </p>
    </article>
  );
}
