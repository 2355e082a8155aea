import { access, authorization, credentials } from './access.ts';
import type { operations as ManageOperations } from './manage/types.ts';
import type { components, operations as Operations } from './public/types.ts';

// It generates types only; requests are made by whatever a project uses.
type News = components['schemas']['News'];
type Problem = components['schemas']['Problem'];
type NewsList = Operations['listNews']['responses'][200]['content']['application/json'];
type Query = NonNullable<Operations['listNews']['parameters']['query']>;
type MediaBody = ManageOperations['putMedia']['requestBody']['content']['application/json'];
type Stored = ManageOperations['getMedia']['responses'][200]['content']['application/json'];

function describe(operation: components['schemas']['MediaOperation']): string {
  switch (operation.type) {
    case 'size':
      return `${operation.width}x${operation.height}`;
    case 'filters':
      return `quality ${operation.quality}`;
    default:
      return operation.type;
  }
}

const query: Query = { page: 1, size: 1, sort: ['name:desc', 'contentId:asc'], tags: ['launch', 't2'] };
const body: MediaBody = {
  name: 'By openapi-typescript',
  type: 'image',
  accessUrl: 'https://cdn.example.com/a.jpg',
  operations: [
    { type: 'size', width: 8, height: 6 },
    { type: 'filters', quality: 80 },
  ],
};

const news = `${access.publicUrl}/static/projects/acme/spaces/web/news/instances/press/news`;
const media = `${access.manageUrl}/projects/acme/spaces/web/collection/medias/openapi-typescript`;
const pairs = Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]);
const asked = await fetch(`${news}?${new URLSearchParams(pairs)}`, { headers: credentials });
const list: NewsList = await asked.json();
const problem: Problem = await (await fetch(`${news}/nobody`, { headers: credentials })).json();
const json = { ...authorization, 'content-type': 'application/json' };
const put = await fetch(media, { method: 'PUT', headers: json, body: JSON.stringify(body) });
const stored: Stored = await (await fetch(media, { headers: authorization })).json();

console.log(
  JSON.stringify({
    totalCount: list.totalCount,
    names: list.list.map(({ name }: News) => name),
    error: problem.code,
    put: put.status,
    operations: stored.item.operations?.map(describe),
  }),
);

// What must not compile; the test checks the types of this file.
// @ts-expect-error no such field to sort by
void (() => ({ sort: ['title:asc'] }) satisfies Query);
// @ts-expect-error a size needs a height
void (() => ({ ...body, operations: [{ type: 'size', width: 8 }] }) satisfies MediaBody);
