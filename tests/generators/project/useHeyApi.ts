import { access } from './access.ts';
import { client as manage } from './manage/hey/client.gen.ts';
import { getMedia as getStored, putMedia } from './manage/hey/index.ts';
import { client } from './public/hey/client.gen.ts';
import { getNews, listNews, type MediaOperation } from './public/hey/index.ts';

client.setConfig({ auth: ({ name }) => (name === 'x-svc-ac-api-key' ? access.key : access.secret) });
manage.setConfig({ auth: ({ scheme }) => (scheme === 'bearer' ? access.token : undefined) });

const space = { projectId: 'acme', spaceId: 'web' };
const press = { ...space, instanceId: 'press' };

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

const list = await listNews({
  path: press,
  query: { page: 1, size: 1, sort: ['name:desc', 'contentId:asc'], tags: ['launch', 't2'] },
});
const missing = await getNews({ path: { ...press, contentId: 'nobody' } });
const path = { ...space, mediaId: 'hey-api' };
const size: MediaOperation = { type: 'size', width: 8, height: 6 };
const body = { name: 'By hey-api', type: 'image', accessUrl: 'https://cdn.example.com/a.jpg' } as const;
const put = await putMedia({
  path,
  body: { ...body, operations: [size, { type: 'filters', quality: 80 }] },
});
const stored = await getStored({ path });

console.log(
  JSON.stringify({
    totalCount: list.data?.totalCount,
    names: list.data?.list.map(({ name }) => name),
    error: missing.error?.code,
    put: put.response?.status,
    operations: stored.data?.item.operations?.map(describe),
  }),
);

// What must not compile; the test checks the types of this file.
// @ts-expect-error no such field to sort by
void (() => listNews({ path: press, query: { sort: ['title:asc'] } }));
// @ts-expect-error a size needs a height
void (() => putMedia({ path, body: { ...body, operations: [{ type: 'size', width: 8 }] } }));
