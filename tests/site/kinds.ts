/** One page of each kind. */
export const kinds = {
  front: '/',
  section: '/press',
  'second page': '/blog?page=2',
  category: '/category/products',
  tag: '/tag/kyoto',
  article: '/blog/long-read',
  archive: '/archive',
  'front in Japanese': '/ja',
  'article in Japanese': '/ja/press/autumn-blend',
  'search in Japanese': '/ja/search?q=%E6%96%B0',
  'sign-in': '/preview',
} as const;
