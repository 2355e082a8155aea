import { type BlockProps, Blocks, Picture } from '@newsstand/client/react';
import type { Card, PageData } from './content.ts';

/** Everything below `<body>`. */
export function Page({ data }: { data: PageData }) {
  return (
    <>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <header>
        <a className="brand" href="/">
          Kumo Coffee
        </a>
      </header>
      <main id="main">
        {data.page === 'list' && <List articles={data.articles} />}
        {data.page === 'article' && <Article {...data} />}
        {data.page === 'missing' && <Missing />}
      </main>
    </>
  );
}

function List({ articles }: { articles: Card[] }) {
  return (
    <>
      <h1>Latest</h1>
      <div className="cards">
        {articles.map((article, index) => (
          <article className="card" key={article.id}>
            <div className="cover">
              <Picture
                media={article.media}
                alt=""
                sizes="(min-width: 64rem) 21rem, (min-width: 40rem) 46vw, 94vw"
                loading={index === 0 ? 'eager' : 'lazy'}
              />
            </div>
            <About article={article} />
            <h2>
              <a href={article.path}>{article.title}</a>
            </h2>
            <p>{article.summary}</p>
          </article>
        ))}
      </div>
    </>
  );
}

function Article({ article, tree, isPreview }: Extract<PageData, { page: 'article' }>) {
  return (
    <article className="article">
      {isPreview && <p className="notice">This is a preview.</p>}
      <About article={article} />
      <h1>{article.title}</h1>
      <Picture
        media={article.media}
        sizes="(min-width: 48rem) 46rem, 94vw"
        width={1600}
        height={900}
        loading="eager"
        fetchPriority="high"
      />
      <div className="body">
        <Blocks tree={tree} components={{ heading: Heading }} />
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

const day = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' });

function About({ article }: { article: Card }) {
  return (
    <p className="about">
      {article.category && <span>{article.category}</span>}{' '}
      <time dateTime={new Date(article.publishedAt).toISOString()}>{day.format(article.publishedAt)}</time>
    </p>
  );
}

function Missing() {
  return (
    <>
      <h1>This page does not exist</h1>
      <p>
        The article may have been taken down. <a href="/">All articles</a>
      </p>
    </>
  );
}
