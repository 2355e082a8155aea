import { isObject } from '../../ndjson/isObject.ts';
import type { Fields } from './createFields.ts';

/** An image in front matter; `name` describes it. */
export type NamedPicture = {
  readonly url: string;
  readonly name?: string | undefined;
  readonly line: number;
};

/** What the picture of an article is called, by different people; the first that is there is taken. */
export const pictureNames = [
  ...['featured_image', 'feature_image', 'hero_image', 'cover_image', 'header_image', 'post_image'],
  ...['image', 'images', 'cover', 'hero', 'header', 'banner', 'thumbnail', 'thumb', 'teaser'],
  ...['og_image', 'social_image', 'photos'],
];

const addressNames = ['url', 'src', 'path', 'image', 'file', 'filename', 'href', 'overlay_image', 'teaser'];

/** The picture of an article: an address, a list of them, or an object with one: `image: { url, alt }`. */
export function pictureOf(fields: Fields): NamedPicture | undefined {
  for (const name of pictureNames) {
    const field = fields.value(name);
    const found = pictureIn(field?.value);
    if (field === undefined || found === undefined) continue;
    return { name: fields.text(`${name}_alt`, `${name}_alt_text`), ...found, line: field.line };
  }
  return undefined;
}

function pictureIn(value: unknown): Omit<NamedPicture, 'line'> | undefined {
  const first: unknown = Array.isArray(value) ? value[0] : value;
  if (typeof first === 'string' && first.trim() !== '') return { url: first.trim() };
  if (!isObject(first)) return undefined;
  const url = addressNames.map((name) => first[name]).find((each) => typeof each === 'string' && each !== '');
  const alt = first['alt'];
  if (typeof url !== 'string') return undefined;
  return typeof alt === 'string' ? { url, name: alt } : { url };
}
