/** One page of each kind. */
export const kinds = {
  front: '/',
  section: '/press',
  'second page': '/blog?page=2',
  category: '/category/products',
  tag: '/tag/kyoto',
  article: '/blog/long-read',
  search: '/search?q=coffee',
  archive: '/archive',
  'front in Japanese': '/ja',
  'category in Japanese': '/ja/category/products',
  'article in Japanese': '/ja/press/autumn-blend',
  'search in Japanese': '/ja/search?q=%E6%96%B0',
  'sign-in': '/preview',
} as const;
