import { expect, test } from 'bun:test';
import { SQL } from 'bun';
import { sharedPostgres } from '../startPostgres.ts';
import { until } from '../testing/until.ts';
import { collections, news, newsPath } from './content.ts';
import { ask, metric, untilAll, untilShown, withSite } from './openSite.ts';

test('every worker of every node shows a write, and what a restored database holds', async () => {
  await withSite(await sharedPostgres(), async (site) => {
    await site.put(...collections, news('n1', { name: 'First' }));
    const { key, headers } = await site.key('--project', 'acme');
    const nodes = await Promise.all([site.node('a'), site.node('b', {}, ['--workers', '2'])]);
    await untilShown(nodes, headers, 'First');
    await site.put(news('n1', { name: 'Renamed' }), news('n2', { name: 'Second' }));
    await untilShown(nodes, headers, 'Renamed', 'Second');
    await site.put({ ...news('n1'), deleted: true });
    await untilShown(nodes, headers, 'Second');
    // The revision of a node is that of its slowest worker.
    const [before = 0] = await until(
      'the same revision on all nodes',
      () => Promise.all(nodes.map((node) => metric(node, 'newsstand_revision'))),
      (revisions) => new Set(revisions).size === 1,
    );

    await site.put(news('n3', { name: 'Lost' }), news('n4', { name: 'Lost too' }));
    await untilShown(nodes, headers, 'Second', 'Lost', 'Lost too');
    // What an earlier backup would contain.
    await using sql = new SQL(site.databaseUrl, { max: 1 });
    await sql.begin(async (transaction) => {
      await transaction`DELETE FROM newsstand.records WHERE id IN ('n3', 'n4')`;
      await transaction`DELETE FROM newsstand.changes WHERE revision > ${before}`;
      await transaction`DELETE FROM newsstand.commits WHERE revision > ${before}`;
      await transaction`DELETE FROM newsstand.events WHERE revision > ${before}`;
      await transaction`NOTIFY newsstand`;
    });
    await untilShown(nodes, headers, 'Second');
    await site.put(news('n5', { name: 'After' }));
    await untilShown(nodes, headers, 'Second', 'After');
    await site.run('key', 'revoke', key);
    const isRefused = async (node: (typeof nodes)[number]) =>
      (await ask(node, newsPath, headers)).status === 401;
    await untilAll('the end of the key', nodes, isRefused);
    expect(await Promise.all(nodes.map(async (node) => (await node.end()).code))).toEqual([0, 0]);
  });
});
