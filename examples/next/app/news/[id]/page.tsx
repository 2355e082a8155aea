import { metadataOf } from '@newsstand/client/next';
import { publishedAt } from '@newsstand/client/page';
import { type BlockProps, Body, Picture } from '@newsstand/client/react';
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { pathOf, readArticle, siteName, siteUrl } from '../../../newsstand';
import { Day } from '../../Day';

type Props = { params: Promise<{ id: string }> };

/** The article that the address names. Next.js hands parameters on as they are in the address. */
const articleAt = async ({ params }: Props) => await readArticle(decodeURIComponent((await params).id));

/** Pages are made when they are first asked for, and then kept. */
export const generateStaticParams = () => [];

export async function generateMetadata(props: Props): Promise<Metadata> {
  const found = await articleAt(props);
  if (found === undefined) return {};
  const { article, isPreview } = found;
  const metadata = metadataOf(article, { url: siteUrl + pathOf(article), siteName });
  return isPreview ? { ...metadata, robots: { index: false }, referrer: 'no-referrer' } : metadata;
}

export default async function ArticlePage(props: Props) {
  const found = await articleAt(props);
  if (found === undefined) notFound();
  const { article, media, isPreview } = found;
  const { title, body, thumbnail } = article.values;
  return (
    <article className="article">
      {isPreview && (
        <p className="notice">
          This is a preview.{' '}
          <a href={`/api/preview/exit?to=${encodeURIComponent(pathOf(article))}`}>Leave it</a>
        </p>
      )}
      <p className="about">
        {article.category && <span>{article.category.name}</span>} <Day at={publishedAt(article)} />
      </p>
      <h1>{title}</h1>
      <Picture
        media={thumbnail.media}
        sizes="(min-width: 48rem) 46rem, 94vw"
        width={1600}
        height={900}
        loading="eager"
        fetchPriority="high"
      />
      <div className="body">
        <Body
          body={body}
          media={media}
          sizes="(min-width: 48rem) 46rem, 94vw"
          components={{ heading: Heading }}
        />
      </div>
    </article>
  );
}

/** Headings with a link to themselves. All other blocks are as the client shows them. */
function Heading({ block, attributes, children }: BlockProps<'heading'>) {
  const Tag = block.level === 2 ? 'h2' : 'h3';
  return (
    <Tag {...attributes}>
      <a href={`#${attributes.id}`}>{children}</a>
    </Tag>
  );
}
