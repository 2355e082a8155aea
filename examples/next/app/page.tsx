import { urlFor } from '@newsstand/client';
import { publishedAt, summaryOf } from '@newsstand/client/page';
import Image from 'next/image';
import Link from 'next/link';
import { pathOf, readLatest } from '../newsstand';
import { Day } from './Day';

export default async function Home() {
  const articles = await readLatest();
  return (
    <>
      <h1>Latest</h1>
      <div className="cards">
        {articles.map((article, index) => {
          const { title, body, thumbnail } = article.values;
          const picture = urlFor(thumbnail.media).url;
          return (
            <article className="card" key={article.contentId}>
              <div className="cover">
                {picture && (
                  <Image
                    src={picture}
                    alt=""
                    fill
                    sizes="(min-width: 64rem) 21rem, (min-width: 40rem) 46vw, 94vw"
                    priority={index === 0}
                  />
                )}
              </div>
              <p className="about">
                {article.category && <span>{article.category.name}</span>} <Day at={publishedAt(article)} />
              </p>
              <h2>
                <Link href={pathOf(article)}>{title}</Link>
              </h2>
              <p>{summaryOf(body, 120)}</p>
            </article>
          );
        })}
      </div>
    </>
  );
}
