/** A small export as `contentful space export` writes it, with an example of every case. */
export function contentfulExport() {
  return {
    contentTypes: [
      contentType('blogPost', 'Blog post', 'title', [
        { id: 'title', name: 'Title', type: 'Symbol', localized: true, required: true, validations: [] },
        { id: 'slug', name: 'Slug', type: 'Symbol', validations: [{ unique: true }] },
        {
          id: 'heroImage',
          name: 'Hero',
          type: 'Link',
          linkType: 'Asset',
          validations: [{ linkMimetypeGroup: ['image'] }],
        },
        { id: 'description', name: 'Description', type: 'Text', validations: [] },
        {
          id: 'body',
          name: 'Body',
          type: 'RichText',
          localized: true,
          validations: [{ nodes: {} }, { enabledMarks: ['bold'] }],
        },
        { id: 'publishDate', name: 'Publish date', type: 'Date', validations: [] },
        {
          id: 'category',
          name: 'Category',
          type: 'Link',
          linkType: 'Entry',
          validations: [{ linkContentType: ['desk'] }],
        },
        {
          id: 'topics',
          name: 'Topics',
          type: 'Array',
          items: { type: 'Link', linkType: 'Entry', validations: [{ linkContentType: ['topic'] }] },
          validations: [],
        },
        {
          id: 'author',
          name: 'Author',
          type: 'Link',
          linkType: 'Entry',
          validations: [{ linkContentType: ['person'] }],
        },
      ]),
      contentType('note', 'Note', 'headline', [
        { id: 'headline', name: 'Headline', type: 'Symbol' },
        { id: 'content', name: 'Content', type: 'Text' },
        { id: 'tags', name: 'Tags', type: 'Array', items: { type: 'Symbol', validations: [] } },
        { id: 'canonicalUrl', name: 'Canonical', type: 'Symbol' },
      ]),
      contentType('landingPage', 'Landing page', 'title', [
        { id: 'title', name: 'Title', type: 'Symbol' },
        { id: 'content', name: 'Content', type: 'RichText' },
      ]),
      contentType('desk', 'ApiContext', 'name', [
        { id: 'name', name: 'Name', type: 'Symbol' },
        { id: 'slug', name: 'Slug', type: 'Symbol' },
      ]),
      contentType('topic', 'Topic', 'title', [{ id: 'title', name: 'Title', type: 'Symbol' }]),
      contentType('person', 'Person', 'name', [
        { id: 'name', name: 'Name', type: 'Symbol' },
        { id: 'shortBio', name: 'Bio', type: 'Text' },
      ]),
    ],
    tags: [
      { sys: { id: 'campaign', type: 'Tag', visibility: 'public', version: 1 }, name: 'Campaign' },
      { sys: { id: 'secretPlan', type: 'Tag', visibility: 'private', version: 1 }, name: 'Secret plan' },
    ],
    editorInterfaces: [{ sys: { id: 'default', type: 'EditorInterface' }, controls: [{ fieldId: 'title' }] }],
    entries: [
      entry(
        'launch',
        'blogPost',
        published,
        {
          title: { 'ja-JP': '発売', 'en-US': 'The launch' },
          slug: { 'en-US': 'the-launch' },
          heroImage: { 'en-US': assetLink('cover') },
          description: { 'en-US': 'What happened' },
          body: { 'en-US': richText, 'ja-JP': { nodeType: 'document', data: {}, content: [] } },
          publishDate: { 'en-US': '2024-05-03T09:00' },
          category: { 'en-US': entryLink('news-section') },
          topics: { 'en-US': [entryLink('topic-a'), entryLink('topic-draft'), entryLink('gone')] },
          author: { 'en-US': entryLink('ann') },
        },
        ['campaign', 'secretPlan'],
      ),
      entry(
        'changed',
        'note',
        { ...published, version: 9 },
        {
          headline: { 'en-US': 'A note' },
          content: {
            'en-US':
              '## Part\n\nSome *words* of [it](/about).\n\n![Cut](//images.ctfassets.net/sp/cover/h1/cover.jpg?w=300 "t")\n',
          },
          tags: { 'en-US': ['Red Wine', 'Red Wine', 'Bread'] },
          canonicalUrl: { 'en-US': 'https://example.com/a note' },
        },
      ),
      entry('only-japanese', 'note', published, {
        headline: { 'ja-JP': '日本語' },
        content: { 'ja-JP': '本文' },
      }),
      entry('draft', 'note', { version: 2 }, { headline: { 'en-US': 'Not yet' } }),
      entry(
        'old',
        'note',
        { ...published, archivedAt: '2024-06-01T00:00:00.000Z', archivedVersion: 5 },
        {
          headline: { 'en-US': 'Archived' },
        },
      ),
      entry('later', 'blogPost', published, {
        title: { 'en-US': 'Later' },
        publishDate: { 'en-US': '2025-03-01T00:00+09:00' },
        heroImage: { 'en-US': assetLink('no-file') },
      }),
      entry('home', 'landingPage', published, { title: { 'en-US': 'Home' }, content: { 'en-US': richText } }),
      entry('news-section', 'desk', published, { name: { 'en-US': 'News' }, slug: { 'en-US': 'news' } }),
      entry('topic-a', 'topic', published, { title: { 'en-US': 'Big Things', 'ja-JP': '大事' } }),
      entry('topic-draft', 'topic', { version: 1 }, { title: { 'en-US': 'Draft topic' } }),
      entry('ann', 'person', published, { name: { 'en-US': 'Ann' } }),
      entry('orphan', 'deletedType', published, {}),
      { sys: { type: 'Entry' }, fields: null },
    ],
    assets: [
      asset('cover', {
        title: { 'en-US': 'Cover' },
        description: { 'en-US': 'A red car' },
        file: file('cover.jpg', 'image/jpeg'),
      }),
      asset('clip', { title: { 'en-US': 'Clip' }, file: file('clip.mp4', 'video/mp4') }),
      asset('paper', { title: { 'en-US': 'Paper' }, file: file('paper.pdf', 'application/pdf') }),
      asset('no-file', { title: { 'en-US': 'Coming' } }),
    ],
    locales: [
      { name: 'Japanese', code: 'ja-JP', fallbackCode: 'en-US', default: false, sys: { type: 'Locale' } },
      { name: 'English', code: 'en-US', fallbackCode: null, default: true, sys: { type: 'Locale' } },
    ],
    webhooks: [],
    roles: [{ name: 'Editor', policies: [{ effect: 'allow', actions: 'all' }], sys: { type: 'Role' } }],
  };
}

const published = {
  publishedAt: '2024-05-02T10:00:00.000Z',
  firstPublishedAt: '2024-05-01T10:00:00.000Z',
  publishedVersion: 4,
  version: 5,
};

function contentType(id: string, name: string, displayField: string, fields: readonly object[]) {
  const sys = { space: link('Space', 'sp'), id, type: 'ContentType', createdAt: '2024-01-01T00:00:00Z' };
  return { sys, displayField, name, description: '', fields };
}

/** An exported entry. */
export function entry(id: string, type: string, state: object, fields: object, tags: readonly string[] = []) {
  return {
    metadata: { tags: tags.map((tag) => link('Tag', tag)), concepts: [] },
    sys: {
      ...{ space: link('Space', 'sp'), id, type: 'Entry' },
      ...{ createdAt: '2024-04-01T08:00:00.123Z', updatedAt: '2024-05-02T10:00:01.000Z' },
      ...{ environment: link('Environment', 'master'), publishedCounter: 1, automationTags: [] },
      ...{ createdBy: link('User', 'u1'), publishedBy: link('User', 'u1') },
      ...state,
      contentType: link('ContentType', type),
    },
    fields,
  };
}

function asset(id: string, fields: object) {
  return { metadata: { tags: [] }, sys: { id, type: 'Asset', ...published }, fields };
}

function file(fileName: string, contentType: string) {
  const id = fileName.split('.')[0];
  const details = {
    size: 1234,
    ...(contentType.startsWith('image') && { image: { width: 800, height: 450 } }),
  };
  const url = `//${contentType.split('/')[0]}s.ctfassets.net/sp/${id}/h1/${fileName}`;
  return { 'en-US': { url, details, fileName, contentType } };
}

function link(linkType: string, id: string) {
  return { sys: { type: 'Link', linkType, id } };
}

function assetLink(id: string) {
  return link('Asset', id);
}

/** A link to an entry. */
export function entryLink(id: string) {
  return link('Entry', id);
}

/** A node of a rich text. */
export function node(nodeType: string, content: readonly object[] = [], data: object = {}) {
  return { nodeType, data, content };
}

/** A text of a rich text. */
export function words(value: string, ...marks: readonly string[]) {
  return { nodeType: 'text', value, marks: marks.map((type) => ({ type })), data: {} };
}

/** Every kind of node. */
export const richText = node('document', [
  node('heading-2', [words('What is new')]),
  node('paragraph', [
    words('A & b, '),
    words('bold', 'bold'),
    words(' both', 'bold', 'italic'),
    words(' x', 'code'),
    node('hyperlink', [words('there')], { uri: 'https://example.com/?a=1&b=2' }),
    node('hyperlink', [words('bad')], { uri: 'javascript:alert(1)' }),
    node('entry-hyperlink', [words('elsewhere')], { target: entryLink('changed') }),
    node('asset-hyperlink', [words('paper')], { target: assetLink('paper') }),
    node('embedded-entry-inline', [], { target: entryLink('ann') }),
    words('end\nline'),
  ]),
  node('paragraph', [words('let a = 1;\nlet b = a < 2;', 'code')]),
  node('unordered-list', [
    node('list-item', [node('paragraph', [words('one')])]),
    node('list-item', [
      node('paragraph', [words('two')]),
      node('ordered-list', [node('list-item', [node('paragraph', [words('deeper')])])]),
    ]),
  ]),
  node('blockquote', [node('paragraph', [words('Said so')])]),
  node('hr'),
  node('table', [
    node('table-row', [node('table-header-cell', [node('paragraph', [words('Year')])])]),
    node('table-row', [node('table-cell', [node('paragraph', [words('2024')])])]),
  ]),
  node('embedded-asset-block', [], { target: assetLink('cover') }),
  node('embedded-asset-block', [], { target: assetLink('clip') }),
  node('embedded-asset-block', [], { target: assetLink('paper') }),
  node('embedded-asset-block', [], { target: assetLink('gone') }),
  node('embedded-entry-block', [], { target: entryLink('ann') }),
  node('paragraph', [words('')]),
]);
