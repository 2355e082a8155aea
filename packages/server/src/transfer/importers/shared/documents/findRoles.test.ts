import { expect, test } from 'bun:test';
import type { DocumentType, FieldKind } from './Documents.ts';
import { findRoles } from './findRoles.ts';
import { hiddenBy } from './hiddenBy.ts';

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

test.each([
  ['draft', true],
  ['is_hidden', true],
  ['published', false],
  ['isPublic', false],
  ['status', 'in review'],
  ['visibility', 'members'],
  ['password', 'x'],
])('%s: %p hides a document', (name, value) => expect(hiddenBy({ title: 'A', [name]: value })).toBe(name));

test.each([
  ['draft', false],
  ['published', true],
  ['status', 'Published'],
  ['status', ''],
  ['password', null],
])('%s: %p does not', (name, value) => expect(hiddenBy({ [name]: value })).toBe(undefined));
