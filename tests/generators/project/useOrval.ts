import { authorization, credentials } from './access.ts';
import { getMedia as getStored, putMedia } from './manage/orval.ts';
import { getNews, listNews, type MediaOperation } from './public/orval.ts';

function describe(operation: MediaOperation): string {
  switch (operation.type) {
    case 'size':
      return `${operation.width}x${operation.height}`;
    case 'filters':
      return `quality ${operation.quality}`;
    default:
      return operation.type;
  }
}

const asReader = { headers: credentials };
const asEditor = { headers: authorization };

const list = await listNews(
  'acme',
  'web',
  'press',
  { page: 1, size: 1, sort: ['name:desc', 'contentId:asc'], tags: ['launch', 't2'] },
  asReader,
);
const missing = await getNews('acme', 'web', 'press', 'nobody', undefined, asReader);
const body = { name: 'By orval', type: 'image', accessUrl: 'https://cdn.example.com/a.jpg' } as const;
const operations = [
  { type: 'size', width: 8, height: 6 },
  { type: 'filters', quality: 80 },
] as const;
const put = await putMedia('acme', 'web', 'orval', { ...body, operations: [...operations] }, asEditor);
const stored = await getStored('acme', 'web', 'orval', asEditor);

console.log(
  JSON.stringify({
    totalCount: list.status === 200 ? list.data.totalCount : undefined,
    names: list.status === 200 ? list.data.list.map(({ name }) => name) : undefined,
    error: missing.status === 404 ? missing.data.code : undefined,
    put: put.status,
    operations: stored.status === 200 ? stored.data.item.operations?.map(describe) : undefined,
  }),
);

// What must not compile; the test checks the types of this file.
// @ts-expect-error no such field to sort by
void (() => listNews('acme', 'web', 'press', { sort: ['title:asc'] }));
// @ts-expect-error a size needs a height
void (() => putMedia('acme', 'web', 'orval', { ...body, operations: [{ type: 'size', width: 8 }] }));
