/** The parts of a post that a test sets; the rest is as the API of WordPress sends it to visitors. */
export type PostChoices = {
  readonly id: number;
  readonly title?: string;
  readonly content?: string;
  /** What the author wrote, for those who may edit it. */
  readonly raw?: string;
  readonly [member: string]: unknown;
};

/** A post from the API. */
export function restPost({ id, title = '', content = '', raw, ...others }: PostChoices) {
  const edit = (text: string | undefined) => (text === undefined ? {} : { raw: text });
  return {
    id,
    date: '2024-05-03T18:00:00',
    date_gmt: '2024-05-03T09:00:00',
    guid: { rendered: `https://example.com/?p=${id}` },
    modified: '2024-05-03T18:00:00',
    modified_gmt: '2024-05-03T09:00:00',
    slug: `post-${id}`,
    status: 'publish',
    type: 'post',
    link: `https://example.com/2024/post-${id}/`,
    title: { ...edit(raw === undefined ? undefined : title), rendered: title },
    content: { ...edit(raw), rendered: content, protected: false },
    excerpt: { ...edit(raw === undefined ? undefined : ''), rendered: '', protected: false },
    author: 1,
    featured_media: 0,
    sticky: false,
    format: 'standard',
    meta: [],
    categories: [],
    tags: [],
    ...others,
  };
}

/** A category or a tag from the API. */
export function restTerm(
  id: number,
  taxonomy: 'category' | 'post_tag',
  slug: string,
  name: string,
  parent = 0,
) {
  return { id, count: 1, description: '', link: '', name, slug, taxonomy, parent, meta: [] };
}

/** A picture from the API. */
export function restMedia(id: number, file: string, others: object = {}) {
  const path = `https://example.com/wp-content/uploads/2024/05/${file}`;
  return {
    id,
    slug: file.replace(/\.\w+$/, ''),
    status: 'inherit',
    type: 'attachment',
    title: { rendered: file },
    caption: { rendered: '' },
    alt_text: '',
    media_type: 'image',
    post: null,
    source_url: path,
    ...others,
  };
}

export const restUser = {
  id: 1,
  name: 'Ed Itor',
  url: '',
  slug: 'editor',
  avatar_urls: { 96: 'https://secure.gravatar.com/avatar/0' },
};

export const restRoot = {
  name: 'An example',
  description: '',
  url: 'https://example.com',
  home: 'https://example.com',
  gmt_offset: '9',
  timezone_string: 'Asia/Tokyo',
  namespaces: ['oembed/1.0', 'wp/v2'],
};
