import { describe, expect, test } from 'bun:test';
import { auditEntry, auditPage } from '@newsstand/contract/manage';
import { refusalOf, type TestApi, withApi } from '../testing/withApi.ts';
import { auditLines } from './auditHandlers.ts';

const withEntries = (work: (api: TestApi) => Promise<void>) =>
  withApi(async (api) => {
    await api.addOperator('ann', [{ projectId: '*', role: 'owner' }]);
    await api.addOperator('bo', [
      { projectId: 'acme', role: 'owner' },
      { projectId: 'beta', role: 'editor' },
    ]);
    await api.addOperator('cy', [{ projectId: '*', role: 'editor' }]);
    const entries = Array.from({ length: 1203 }, (_, number) => ({
      ...{ at: number, by: `by${number % 5}`, action: 'news.put' },
      projectId: ['acme', 'beta', undefined][number % 3],
      target: number % 2 === 0 ? `web/news/press/${number}` : 'operators/ken',
      details: number === 3 ? { name: '春\n<script>' } : undefined,
    }));
    await api.store.write((writer) => writer.addAudit(...entries));
    await work(api);
    expect(api.errors).toEqual([]);
  });

async function list(api: TestApi, name: string, query = '') {
  const response = await api.ask(`/audit${query}`, { cookie: await api.sessionOf(name) });
  return auditPage.parse(await response.json()).list;
}

async function exported(api: TestApi, name: string) {
  const response = await api.ask('/audit.ndjson', { cookie: await api.sessionOf(name) });
  expect(response.headers.get('content-type')).toBe('application/x-ndjson');
  const lines = (await response.text()).trimEnd().split('\n');
  return lines.map((line) => auditEntry.parse(JSON.parse(line)));
}

describe('the audit log', () => {
  test('is read by pages, the newest first', async () => {
    await withEntries(async (api) => {
      const first = await list(api, 'ann');
      expect(first.map(({ at }) => at)).toEqual(Array.from({ length: 100 }, (_, index) => 1202 - index));
      const next = await list(api, 'ann', `?size=2&before=${first[4]?.number}`);
      expect(next).toEqual(first.slice(5, 7));
      const found = await list(api, 'ann', '?by=by3&target=web/news/&projectId=beta&size=500');
      expect(found.length).toBeGreaterThan(10);
      for (const { by, target, projectId } of found) {
        expect([by, target.slice(0, 9), projectId]).toEqual(['by3', 'web/news/', 'beta']);
      }
    });
  });

  test('shows an owner what happened in their projects, and others nothing', async () => {
    await withEntries(async (api) => {
      const all = await list(api, 'bo', '?size=500');
      expect([all.length, new Set(all.map(({ projectId }) => projectId))]).toEqual([401, new Set(['acme'])]);
      const refused: [string, string][] = [
        ['bo', '/audit?projectId=beta'],
        ['cy', '/audit'],
        ['cy', '/audit?projectId=acme'],
        ['cy', '/audit.ndjson'],
      ];
      for (const [name, path] of refused) {
        const response = await api.ask(path, { cookie: await api.sessionOf(name) });
        expect(await refusalOf(response)).toBe('403 role_missing');
      }
    });
  });

  test('is exported as a whole, each entry a line', async () => {
    await withEntries(async (api) => {
      const entries = await exported(api, 'ann');
      expect(entries.map(({ at }) => at)).toEqual(Array.from({ length: 1203 }, (_, index) => 1202 - index));
      expect(entries.at(-4)?.details).toEqual({ name: '春\n<script>' });
      expect(await exported(api, 'bo')).toHaveLength(401);
    });
  });

  test('is searched, and what was found is exported, as a table too', async () => {
    await withApi(async (api) => {
      await api.addOperator('ann', [{ projectId: '*', role: 'owner' }]);
      const put = (at: number, name: string) => ({
        ...{ at, by: 'ken', action: 'news.put', projectId: 'acme', target: `web/news/press/n${at}` },
        details: { name },
      });
      const opened = {
        at: 3,
        by: '=cmd',
        action: 'session.open',
        target: '-1',
        details: { address: '192.0.2.7' },
      };
      await api.store.write((writer) => writer.addAudit(put(1, '一 "x", y'), put(2, 'two'), opened));
      const found = async (query: string) => (await list(api, 'ann', query)).map(({ at }) => at);
      expect(await found('?action=news')).toEqual([2, 1]);
      expect(await found('?action=session.open')).toEqual([3]);
      expect(await found('?from=2&until=3')).toEqual([2]);
      expect(await found('?text=TWO&by=ken')).toEqual([2]);
      expect(await found('?text=192.0.2')).toEqual([3]);
      const download = async (path: string) => api.ask(path, { cookie: await api.sessionOf('ann') });
      expect((await (await download('/audit.ndjson?text=two')).text()).trimEnd().split('\n')).toHaveLength(1);
      const table = await download('/audit.csv?until=4');
      expect(table.headers.get('content-type')).toBe('text/csv; charset=utf-8');
      const rows = new TextDecoder('utf-8', { ignoreBOM: true })
        .decode(await table.arrayBuffer())
        .split('\r\n');
      expect(rows[0]).toBe('\ufeffnumber,at,by,action,projectId,target,details,hash');
      expect(rows[1]).toStartWith(
        `3,1970-01-01T00:00:00.003Z,"'=cmd","session.open","","'-1","{""address"":""192.0.2.7""}","`,
      );
      expect(rows[3]).toContain('"{""name"":""一 \\""x\\"", y""}"');
      expect(rows).toHaveLength(5);
      expect(await (await download('/audit.csv?by=nobody')).text()).toEndWith('details,hash\r\n');
    });
  });

  test('is exported in turns, between which others are served', async () => {
    await withApi(async ({ context, store }) => {
      const entry = { at: 1, by: 'ann', action: 'news.put', target: 'web/news/press/n1' };
      await store.write((writer) => writer.addAudit(...Array.from({ length: 20_000 }, () => entry)));
      let turns = 0;
      const turn = setInterval(() => void turns++, 0);
      let size = 0;
      for await (const piece of auditLines(context, {})) size += piece.length;
      clearInterval(turn);
      expect(size).toBeGreaterThan(20_000 * 50);
      expect(turns).toBeGreaterThan(1);
    });
  });

  test('says which parameter is wrong', async () => {
    await withApi(async (api) => {
      await api.addOperator('ann', [{ projectId: '*', role: 'owner' }]);
      const cookie = await api.sessionOf('ann');
      const sizes = ['size=0', 'size=501', 'size=x', 'size=1&size=2'];
      for (const query of [
        ...sizes,
        'before=0',
        'sizes=1',
        'projectId=a%20b',
        'by=%00',
        'by=%ff',
        'target=a%0a',
        'action=%00',
        'from=-1',
        'until=x',
        'text=',
      ]) {
        const response = await api.ask(`/audit?${query}`, { cookie });
        expect(await response.json()).toMatchObject({
          ...{ status: 400, code: 'invalid_parameters' },
          errors: [{ path: query.split('=')[0] }],
        });
      }
    });
  });
});
