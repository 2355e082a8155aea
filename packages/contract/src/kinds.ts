import { banner, category, news, tag } from './content.ts';
import { media } from './media.ts';
import { plainKinds } from './plainKinds.ts';

export { type AppKind, isAppKind, type Kind, kindNames } from './plainKinds.ts';

/** The five kinds of content, with the schema of what is delivered. */
export const kinds = {
  news: { ...plainKinds.news, schema: news },
  banner: { ...plainKinds.banner, schema: banner },
  media: { ...plainKinds.media, schema: media },
  category: { ...plainKinds.category, schema: category },
  tag: { ...plainKinds.tag, schema: tag },
} as const;
