import type { Asked } from './reference.ts';

const collections = { media: 'medias', category: 'categories', tag: 'tags' };

/** The path and query of a request. */
export function pathOf(asked: Asked): string {
  const { kind, instanceId } = asked;
  const room =
    kind === 'news' || kind === 'banner'
      ? `${kind}/instances/${instanceId}/${kind === 'news' ? 'news' : 'banners'}`
      : `collection/${collections[kind]}`;
  const url = new URL(`http://test/static/projects/p/spaces/s/${room}`);
  if (asked.name !== undefined) {
    url.pathname += `/${encodeURIComponent(asked.name)}`;
    if (asked.previewAt !== undefined) url.searchParams.set('previewAt', String(asked.previewAt));
    return url.pathname + url.search;
  }
  const idsName = {
    news: 'contentIds',
    banner: 'contentIds',
    media: 'mediaIds',
    category: 'categoryIds',
    tag: 'tagIds',
  };
  const parameters: Record<string, string | undefined> = {
    page: String(asked.page),
    size: String(asked.size),
    sort: asked.sort.map((item) => item.join(':')).join(',') || undefined,
    [idsName[kind]]: asked.ids?.join(','),
    category: asked.category,
    tags: asked.tags?.join(','),
    rssOnly: asked.rssOnly?.toString(),
    search: asked.search,
    includeCategory: asked.includeCategory?.toString(),
    includeTags: asked.includeTags?.toString(),
    previewAt: asked.previewAt?.toString(),
  };
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined) url.searchParams.set(name, value);
  }
  return url.pathname + url.search;
}
