import { Group, Paper, SegmentedControl, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { lazy, type ReactNode, Suspense, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { ItemShelf } from '../../../api/paths.ts';
import { useMediaByIds } from '../../../api/queries.ts';
import { largePicture } from '../../../parts/media/pictureUrl.ts';
import { useWords } from '../../../words/LanguageProvider.tsx';
import type { Document } from '../document/Document.ts';
import { fields } from '../document/fields.ts';

const NewsPreview = lazy(() => import('./NewsPreview.tsx'));

const debounceMilliseconds = 200;
const widths = { desktop: '100%', phone: 390 } as const;

/** Roughly what readers will see, at the width of a phone or a desktop; updates while typing. */
export function PreviewView({ shelf, document }: { readonly shelf: ItemShelf; readonly document: Document }) {
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
  return <div ref={host}>{root && createPortal(children, root)}</div>;
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

/** Plain paper, whatever the colour scheme of the console. */
const previewStyle = `
:host { display: block; container-type: inline-size; color-scheme: light; }
* { box-sizing: border-box; }
article { max-width: 44rem; margin: 0 auto; padding: 1.5rem 1.25rem 2.5rem; background: #fff; color: #221d18; font: 1.05rem/1.7 Georgia, "Hiragino Mincho ProN", "Yu Mincho", "Noto Serif CJK JP", serif; overflow-wrap: anywhere; }
h2, h3, h4, h5, h6 { line-height: 1.25; margin: 1.6em 0 0.6em; }
header h2 { margin: 0.3em 0; font-size: clamp(1.6rem, 6cqw, 2.6rem); }
.facts, figcaption, cite, .note { font: 0.85rem/1.5 system-ui, "Noto Sans CJK JP", sans-serif; color: #6a5b4f; }
.facts { display: flex; flex-wrap: wrap; gap: 0.2rem 0.8rem; margin: 0; }
.cover, article figure { margin: 1.2rem 0; }
img, video { display: block; max-width: 100%; height: auto; border-radius: 8px; }
.cover img { width: 100%; }
video { width: 100%; aspect-ratio: 16 / 9; background: #efe7db; }
nav { padding: 0.8rem 1.2rem; border: 1px solid #e4d9c9; border-radius: 8px; font: 0.92rem/1.5 system-ui, "Noto Sans CJK JP", sans-serif; }
nav ol { list-style: none; margin: 0; padding-inline-start: 0; }
nav ol ol { padding-inline-start: 1rem; }
a { color: #8b4320; }
blockquote { margin: 1.5em 0; padding-inline-start: 1.2em; border-inline-start: 3px solid #8b4320; }
pre { padding: 1em; overflow-x: auto; border-radius: 8px; background: #efe7db; font-size: 0.85em; }
table { display: block; overflow-x: auto; border-collapse: collapse; }
td, th { padding: 0.4em 0.8em; border-bottom: 1px solid #e4d9c9; text-align: start; }
.away { display: block; padding: 1.5rem; text-align: center; border: 1px dashed #8a7a6c; border-radius: 8px; color: #6a5b4f; }
.banner { position: relative; }
.banner img { width: 100%; }
`;

/** A banner, roughly as a site shows it. */
function BannerPreview({ shelf, document }: { readonly shelf: ItemShelf; readonly document: Document }) {
  const texts = useWords().preview;
  const mediaId = fields.image.read(document);
  const media = useMediaByIds(shelf, mediaId === undefined ? [] : [mediaId]).get(mediaId ?? '');
  const picture = largePicture(media);
  const title = fields.title.read(document) || texts.untitled;
  return (
    <article>
      <div className="banner">
        {picture === undefined ? <h2>{title}</h2> : <img src={picture} alt={title} />}
      </div>
      <p className="facts">{fields.url.read(document)}</p>
    </article>
  );
}
