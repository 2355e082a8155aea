/** One page of each kind. */
export const kinds = {
  front: '/',
  section: '/press',
  'second page': '/press?page=2',
  category: '/category/products',
  tag: '/tag/kyoto',
  article: '/blog/long-read',
  'article in Japanese': '/press/aki-blend',
  search: '/search?q=%E6%96%B0',
  'sign-in': '/preview',
} as const;
