import { samples } from '@newsstand/contract';
import type { Media, News, NewsValues } from '../src/contract/resources.ts';

const name = `${'0a'.repeat(32)}.jpg`;
const media = 'https://content.example.com/media';

/** A picture that the service keeps. */
export const ownPicture: Media = {
  name: 'Cover',
  type: 'image',
  mediaId: 'm1',
  projectId: 'acme',
  spaceId: 'web',
  accessUrl: `${media}/${'s'.repeat(27)}=/${name}`,
  thumbnailAccessUrl: `${media}/${'t'.repeat(27)}=/fit-in/320x320/${name}`,
  meta: { ext: 'jpg', mimetype: 'image/jpeg' },
  fileSize: 12_345,
  originalUrl: `${media}/originals/${name}`,
  status: 'published',
  signed: true,
  width: 4000,
  height: 3000,
};

/** As it is delivered. */
const delivered: News = JSON.parse(JSON.stringify(samples.news));
const { seo: _, ...values } = delivered.values;

/** A news item; what is given counts instead of what it has. */
export function newsItem(given: Partial<News> = {}, more: Partial<NewsValues> = {}): News {
  return structuredClone({ ...delivered, ...given, values: { ...values, ...more } });
}
