import { mediaIdsOf } from '@newsstand/client';
import { showEmbeds } from '@newsstand/client/embeds';
import { type OutlineEntry, outline } from '@newsstand/client/page';
import { useLayoutEffect, useMemo, useRef } from 'react';
import { useLabels } from '../../../api/labels.ts';
import type { ItemShelf } from '../../../api/paths.ts';
import { useMediaByIds } from '../../../api/queries.ts';
import { useSession } from '../../../api/SessionProvider.tsx';
import { largePicture } from '../../../parts/media/pictureUrl.ts';
import { formatLocalDateTime } from '../../../time/formatDateTime.ts';
import { liveTime } from '../../../time/liveTime.ts';
import { timeZone } from '../../../time/wallClock.ts';
import { useLanguage, useWords } from '../../../words/LanguageProvider.tsx';
import { type Document, readAt } from '../document/Document.ts';
import { fields } from '../document/fields.ts';
import { timesOf } from '../document/publication.ts';
import { PreviewPicture } from './PreviewPicture.tsx';
import { noteOf, readableBody } from './readableBody.ts';

type PreviewProps = { readonly shelf: ItemShelf; readonly document: Document };

/** A news item, roughly as a site shows it. */
export default function NewsPreview({ shelf, document }: PreviewProps) {
  const texts = useWords().preview;
  const thumbnail = fields.thumbnail.read(document);
  const cover = useMediaByIds(shelf, thumbnail === undefined ? [] : [thumbnail]).get(thumbnail ?? '');
  const picture = largePicture(cover);
  return (
    <article>
      <header>
        <Facts shelf={shelf} document={document} />
        <h2 data-path="values.title">{fields.title.read(document) || texts.untitled}</h2>
        {picture !== undefined && (
          <div className="cover">
            <PreviewPicture src={picture} alt="" />
          </div>
        )}
      </header>
      {fields.isOutline.read(document) && <Contents body={readAt(document, 'values.body')} />}
      <Body shelf={shelf} body={readAt(document, 'values.body')} />
    </article>
  );
}

/** The date, category, tags and sponsors. */
function Facts({ shelf, document }: PreviewProps) {
  const texts = useWords().preview;
  const { language } = useLanguage();
  const { from } = liveTime(timesOf(document));
  const created = readAt(document, 'createdAt');
  const at = Number.isFinite(from) ? from : typeof created === 'number' ? created : Date.now();
  const category = fields.category.read(document);
  const tags = fields.tags.read(document);
  const { options: categories } = useLabels(shelf, 'category', '', category === undefined ? [] : [category]);
  const { options } = useLabels(shelf, 'tag', '', tags);
  const sponsors = fields.sponsors.read(document).filter((name) => name !== '');
  return (
    <p className="facts">
      <span>{formatLocalDateTime(at, language, timeZone)}</span>
      {category !== undefined && <strong>{categories.find(({ value }) => value === category)?.label}</strong>}
      {tags.map((tag) => (
        <span key={tag}>#{options.find(({ value }) => value === tag)?.label}</span>
      ))}
      {sponsors.length > 0 && <span>{texts.sponsored(sponsors.join(', '))}</span>}
    </p>
  );
}

function Contents({ body }: { readonly body: unknown }) {
  const texts = useWords().preview;
  const entries = outline(body);
  if (entries.length === 0) return null;
  return (
    <nav aria-label={texts.contents}>
      <Entries entries={entries} />
    </nav>
  );
}

function Entries({ entries }: { readonly entries: readonly OutlineEntry[] }) {
  return (
    <ol>
      {entries.map(({ id, text, children }) => (
        <li key={id}>
          <a href={`#${encodeURIComponent(id)}`}>{text}</a>
          {children.length > 0 && <Entries entries={children} />}
        </li>
      ))}
    </ol>
  );
}

function Body({ shelf, body }: { readonly shelf: ItemShelf; readonly body: unknown }) {
  const words = useWords();
  const texts = words.preview;
  const { publicUrl } = useSession().service;
  const container = useRef<HTMLDivElement>(null);
  const media = useMediaByIds(shelf, mediaIdsOf(body));
  const key = [...media.keys()].join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key names the media.
  const html = useMemo(() => {
    const blocks = { ...words.body.callout.tones, ...texts.blocks };
    const hosts = [new URL(publicUrl).host];
    return readableBody(body, { shift: 1, media, hosts, words: blocks, elsewhere: texts.elsewhere })
      ?.innerHTML;
  }, [body, key, texts]);
  // At once, before the first picture can fail to load.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is shown is replaced with the HTML.
  useLayoutEffect(() => {
    const root = container.current;
    if (root === null) return undefined;
    showEmbeds({ root });
    const onError = ({ target }: Event) => {
      if (target instanceof HTMLImageElement || target instanceof HTMLVideoElement)
        target.replaceWith(noteOf(target, texts.elsewhere));
    };
    root.addEventListener('error', onError, true);
    return () => root.removeEventListener('error', onError, true);
  }, [html, texts]);
  if (html === undefined) return <p className="note">{texts.otherBody}</p>;
  if (html === '') return <p className="note">{texts.empty}</p>;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: renderBody sanitises its output.
  return <div ref={container} data-path="values.body" dangerouslySetInnerHTML={{ __html: html }} />;
}
