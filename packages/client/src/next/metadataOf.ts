import type { News } from '../contract/resources.ts';
import { type MetaOptions, metaTags } from '../metaTags.ts';

/** The metadata of an item's page; a `Metadata` of Next.js. */
export interface ItemMetadata {
  title: string;
  description: string | undefined;
  robots: { index: false } | undefined;
  alternates: { canonical: string } | undefined;
  openGraph: {
    type: 'article';
    title: string;
    description: string | undefined;
    url: string | undefined;
    siteName: string | undefined;
    images: { url: string; type?: string; width?: string; height?: string; alt?: string }[];
    publishedTime: string | undefined;
    modifiedTime: string | undefined;
    section: string | undefined;
    tags: string[];
  };
  twitter: { card: 'summary' | 'summary_large_image' };
}

/** What `generateMetadata` returns for the page of an item: the same as `metaTags`. */
export function metadataOf(news: News<unknown>, options: MetaOptions = {}): ItemMetadata {
  const { title } = news.values;
  const tags = metaTags(news, options);
  const all = (wanted: string) =>
    tags.flatMap(({ attributes: { name, property, content = '' } }) =>
      wanted === (name ?? property) ? [content] : [],
    );
  const [canonical] = tags.flatMap(({ attributes: { href } }) => href ?? []);
  const [description] = all('description');
  const [image] = all('og:image');
  const [type] = all('og:image:type');
  const [width] = all('og:image:width');
  const [height] = all('og:image:height');
  const [alt] = all('og:image:alt');
  const about = {
    ...(type && { type }),
    ...(width && { width }),
    ...(height && { height }),
    ...(alt && { alt }),
  };
  return {
    title,
    description,
    robots: all('robots').includes('noindex') ? { index: false } : undefined,
    alternates: canonical === undefined ? undefined : { canonical },
    openGraph: {
      type: 'article',
      title: all('og:title')[0] ?? title,
      description,
      url: all('og:url')[0],
      siteName: all('og:site_name')[0],
      images: image === undefined ? [] : [{ url: image, ...about }],
      publishedTime: all('article:published_time')[0],
      modifiedTime: all('article:modified_time')[0],
      section: all('article:section')[0],
      tags: all('article:tag'),
    },
    twitter: { card: image === undefined ? 'summary' : 'summary_large_image' },
  };
}
