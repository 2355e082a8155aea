import { expect, test } from 'bun:test';
import type { DocumentType, FieldKind } from './Documents.ts';
import { findRoles } from './findRoles.ts';

/** A type whose fields are given as `name: kind`, or `name: [target]` for references. */
function type(id: string, fields: Readonly<Record<string, FieldKind | readonly string[]>>): DocumentType {
  return {
    id,
    name: id,
    fields: Object.entries(fields).map(([name, kind]) =>
      typeof kind === 'string' ? { id: name, kind } : { id: name, kind: 'reference', targets: kind },
    ),
  };
}

const blog = [
  type('post', {
    ...{ title: 'text', slug: 'text', mainImage: 'asset', body: 'richText', publishedAt: 'date' },
    ...{ author: ['human'], categories: ['desk'], tags: 'text', excerpt: 'richText' },
  }),
  type('human', { name: 'text', slug: 'text', image: 'asset', bio: 'richText' }),
  type('desk', { title: 'text', description: 'longText' }),
  type('settings', { title: 'text', description: 'text' }),
  type('page', { title: 'text', slug: 'text', sections: 'object' }),
];

test('types get their roles by their fields and by what links to them', () => {
  const roles = findRoles(blog);
  expect(roles.get('post')).toMatchObject({
    as: 'news',
    fields: {
      ...{ title: 'title', slug: 'slug', body: 'body', date: 'publishedAt', picture: 'mainImage' },
      ...{ authors: 'author', categories: ['categories'], tags: ['tags'], excerpt: 'excerpt' },
    },
  });
  expect(roles.get('human')).toMatchObject({ as: 'author', name: 'name' });
  expect(roles.get('desk')).toMatchObject({ as: 'category', name: 'title' });
  expect(roles.get('settings')).toMatchObject({ as: 'nothing' });
  expect(roles.get('page')).toMatchObject({ as: 'page', fields: { body: 'sections' } });
});

test('authors and categories are never articles, even with a slug and a text, unless they are chosen', () => {
  const types = [
    type('author', { name: 'text', slug: 'text', bio: 'richText' }),
    type('category', { title: 'text', slug: 'text', description: 'longText', text: 'longText' }),
  ];
  expect([...findRoles(types).values()]).toMatchObject([{ as: 'author' }, { as: 'category' }]);
  expect(findRoles(types, { types: ['author'] }).get('author')).toMatchObject({
    as: 'news',
    fields: { title: 'name', body: 'bio' },
  });
});

test('fields may have any name if they lead to labels, and a list of objects comes after the text', () => {
  const types = [
    type('post', {
      title: 'text',
      content: 'richText',
      blocks: 'object',
      contentTags: ['tag'],
      related: ['post'],
    }),
    type('tag', { name: 'text' }),
  ];
  expect(findRoles(types).get('post')).toMatchObject({
    fields: { body: 'content', parts: 'blocks', tags: ['contentTags'], categories: [] },
  });
});

test('the chosen field counts more than its name', () => {
  const types = [type('recipe', { dish: 'text', title: 'text', steps: 'longText', body: 'longText' })];
  const fields = new Map([
    ['title', 'dish'],
    ['body', 'steps'],
  ] as const);
  expect(findRoles(types, { fields }).get('recipe')).toMatchObject({
    fields: { title: 'dish', body: 'steps' },
  });
});

const text = { title: 'text', body: 'longText' } as const;
const newsOf = (types: readonly DocumentType[], chosen = {}) =>
  [...findRoles(types, chosen)].flatMap(([id, { as }]) => (as === 'news' ? id : []));

test('without a choice, the only type that is named like articles is news; the others are proposed', () => {
  const types = [
    type('blogPost', text),
    type('caseStudy', { ...text, slug: 'text' }),
    type('copyBlock', text),
  ];
  expect(newsOf(types)).toEqual(['blogPost']);
  expect(findRoles(types).get('caseStudy')).toEqual({
    as: 'nothing',
    why: 'is not clearly a type of public articles: --type blogPost --type caseStudy imports it, too',
    isCandidate: true,
  });
  expect(newsOf(types, { types: ['blogPost', 'caseStudy'] })).toEqual(['blogPost', 'caseStudy']);
});

test('a type of another name is news if it is the only one, and has a slug or a day of publication', () => {
  expect(newsOf([type('recipe', { ...text, slug: 'text' })])).toEqual(['recipe']);
  expect(newsOf([type('recipe', { ...text, publishedAt: 'date' })])).toEqual(['recipe']);
  expect(newsOf([type('recipe', { ...text, date: 'date' })])).toEqual([]);
  expect(
    newsOf([type('recipe', { ...text, slug: 'text' }), type('event', { ...text, slug: 'text' })]),
  ).toEqual([]);
  expect(newsOf([type('post', text), type('news', text)])).toEqual([]);
});

test.each([
  'contactMessage',
  'job_applications',
  'os_email_templates',
  'postTemplate',
  'お問い合わせ',
  'internalNews',
])('%s is never news without being named', (id) => {
  const types = [type(id, { ...text, slug: 'text', publishedAt: 'date' })];
  expect(newsOf(types)).toEqual([]);
  expect(newsOf(types, { types: [id] })).toEqual([id]);
});

test('a type with addresses of people is never news without being named, unless it is called so', () => {
  expect(newsOf([type('voice', { ...text, slug: 'text', email: 'text' })])).toEqual([]);
  expect(newsOf([type('posts', { ...text, slug: 'text', email: 'text' })])).toEqual(['posts']);
});

test('messages are no pages, though they are named contact', () => {
  expect(findRoles([type('contact', { ...text, email: 'text' })]).get('contact')).toMatchObject({
    as: 'nothing',
    isCandidate: true,
  });
});
