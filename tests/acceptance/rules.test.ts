import { expect } from 'bun:test';
import { join } from 'node:path';
import { readConfig } from '../../packages/server/src/config/readConfig.ts';
import { withStore } from '../../packages/server/src/store/openStore.ts';
import type { StoredRecord } from '../../packages/server/src/store/Store.ts';
import { outcomeHere } from '../runHere.ts';
import { until } from '../testing/until.ts';
import { pressRoom } from './content.ts';
import { type OpenService, sharedTest } from './openService.ts';

/** Imports with the command; its exit code and what it says. */
async function imported({ env, folder }: OpenService, ...lines: readonly object[]) {
  const path = join(folder, 'rules.ndjson');
  await Bun.write(path, lines.map((line) => JSON.stringify(line)).join('\n'));
  const { code, stderr } = await outcomeHere(['import', path], env);
  return {
    code,
    said: stderr
      .trimEnd()
      .split('\n')
      .map((line) => line.replace(/^.*?:(?=\d+: )/, '')),
  };
}

const precondition = (method: string): Record<string, string> =>
  method === 'PATCH' ? { 'if-match': '*' } : {};

/** Someone who writes over HTTP. */
async function writer({ createOperator, running }: OpenService, projectId: string) {
  const token = await createOperator(`ken-of-${projectId}`, `owner:${projectId}`);
  return async (method: string, path: string, body?: object) => {
    const answer = await fetch(`${running.managementUrl}/manage/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        ...precondition(method),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: answer.status, text: await answer.text() };
  };
}

const both = pressRoom('rules');
const bothRecords = [...both.collections, both.news('n1'), both.banner('b1')];

sharedTest('the rules hold for the command and over HTTP, in either order', bothRecords, async (service) => {
  const { place: acme, news, banner, newsPath } = both;
  const write = await writer(service, 'rules');
  const place = newsPath.replace('/static', '');
  const item = {
    name: 'A',
    status: 'published',
    values: { title: 'A', body: {}, thumbnail: { mediaId: 'm1' } },
  };

  // An alias first, then the ID, and the other way round.
  expect((await write('PUT', `${place}/a`, { ...item, alias: 'b' })).status).toBe(201);
  expect(await imported(service, news('b'))).toMatchObject({
    code: 1,
    said: [expect.stringMatching(/^1: contentId: 'b' is the alias of news 'a'/), expect.anything()],
  });
  expect((await imported(service, news('c'))).code).toBe(0);
  expect((await write('PUT', `${place}/d`, { ...item, alias: 'c' })).status).toBe(409);
  expect((await write('PUT', `${place}/d`, { ...item, alias: '..' })).status).toBe(400);

  // Instances.
  expect((await write('PUT', '/projects/rules/spaces/web/banner/instances/press')).status).toBe(409);
  expect((await imported(service, { ...news('x'), instanceId: 'top' })).said[0]).toStartWith(
    "1: instanceId: 'top' is already an instance for banners",
  );

  // Everything that is wrong, at once.
  const { code, said } = await imported(
    service,
    { kind: 'tag', ...acme, tagId: 't9', nam: 'x' },
    news('e', { tags: [{ tagId: 't9' }] }),
    news('f', { tags: [{ tagId: 'none' }] }),
    { ...banner('b9'), values: { url: 'javascript:alert(1)' } },
  );
  expect(code).toBe(1);
  expect(said.map((line) => line.split(': ', 2).join(': '))).toEqual([
    '1: name',
    '1: nam',
    '3: tags',
    '4: values.url',
    'newsstand: nothing was imported',
  ]);
});

const drafts = pressRoom('rules-drafts');
const draftRecords = [...drafts.collections, drafts.banner('b1')];

sharedTest('a draft is taken down, whatever reservedAt was', draftRecords, async (service) => {
  const { news, newsPath, bannerPath } = drafts;
  const write = await writer(service, 'rules-drafts');
  const keys = await service.createKey('--project', 'rules-drafts');
  const seen = async () => (await service.ask(`${newsPath}/n1`, { keys })).status;
  const { code, said } = await imported(service, news('n1', { status: 'draft', reservedAt: 1000 }));
  expect([code, said.length]).toEqual([0, 1]);
  expect(said[0]).toStartWith('1: warning: status: is draft, but reservedAt has passed');
  const place = newsPath.replace('/static', '');
  const changed = await write('PATCH', `${place}/n1`, { status: 'draft' });
  expect([changed.status, await seen()]).toEqual([200, 404]);
  expect(changed.text).toContain('"notes":[{"path":"reservedAt","message":"had passed and was removed');
  expect((await write('PATCH', `${place}/n1`, { status: 'draft', reservedAt: 1000 })).status).toBe(400);
  expect((await write('PATCH', `${place}/n1`, { status: 'published' })).status).toBe(200);
  expect(await seen()).toBe(200);
  const late = await write('PATCH', `${bannerPath.replace('/static', '')}/b1`, {
    openingAt: 9,
    closingAt: 9,
  });
  expect(late.status).toBe(400);
});

const aged = pressRoom('rules-old');
const { place: acme } = aged;

/** Content as versions stored it that did not know these rules. */
const old: readonly StoredRecord[] = [
  ...(['category', 'tag'] as const).map((kind) => ({
    ...{ kind, ...acme, id: `${kind}2`, alias: `${kind}1`, links: [] },
    document: JSON.stringify({
      ...{ [`${kind}Id`]: `${kind}2`, name: 'Second', ...acme },
      ...{ createdAt: 1, updatedAt: 1, alias: `${kind}1` },
    }),
  })),
  {
    ...{ kind: 'banner', ...acme, instanceId: 'press', id: 'b1', alias: '..', links: [] },
    document: JSON.stringify({
      ...{ contentId: 'b1', ...acme, name: 'Old', status: 'published', values: { url: 'sale' } },
      ...{ alias: '..', openingAt: 5, closingAt: 4, createdAt: 1, updatedAt: 1 },
    }),
  },
];

const names = (['category', 'tag'] as const).map((kind) => ({
  ...{ kind, ...acme, [`${kind}Id`]: `${kind}1`, name: 'First' },
}));
const agedRecords = [...aged.collections, ...names, aged.news('n0')];

sharedTest('content that is older than the rules is delivered and exported', agedRecords, async (service) => {
  const { news, newsPath } = aged;
  await withStore(readConfig(service.env).databaseUrl, (store) =>
    store.write(
      async (writer) => {
        for (const record of old) await writer.putRecord(record);
      },
      { isCopy: true },
    ),
  );
  const filed = (number: number) => ({
    category: { categoryId: `category${number}` },
    tags: [{ tagId: `tag${number}` }],
  });
  await service.put(news('n1', filed(1)), news('n2', filed(2)));
  const keys = await service.createKey('--project', 'rules-old');
  const found = async (query: string) => {
    const { body } = await service.ask(`${newsPath}?${query}`, { keys });
    return body.list?.map(({ contentId }) => contentId);
  };
  await until('the news of today', async () => (await found(''))?.includes('n1'));
  // The value is the ID of one and the alias of another: the ID counts.
  expect(await found('category=category1')).toEqual(['n1']);
  expect(await found('tags=tag1')).toEqual(['n1']);
  expect(await found('category=category2')).toEqual(['n2']);
  const exported = await service.run(['export', '--project', 'rules-old']);
  expect(exported).toContain('"url":"sale"');
  const path = join(service.folder, 'old.ndjson');
  await Bun.write(path, exported);
  const again = await outcomeHere(['import', path, '--data', join(service.folder, 'other')]);
  expect(again.stderr.match(/^.*?:\d+: \w+/gm)?.map((line) => line.split(': ')[1])).toEqual([
    'instanceId',
    'alias',
    'alias',
    'alias',
    'values',
  ]);
});
