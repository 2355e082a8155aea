import { openPostgres } from '../openPostgres.ts';

/** One of several processes that open the same store at the same moment and write to it, one record a transaction. */
const [url = '', name = '', count = '', start = ''] = process.argv.slice(2);
await Bun.sleep(Math.max(0, Number(start) - Date.now()));
const store = await openPostgres(url);
for (let index = 0; index < Number(count); index++) {
  await store.write((writer) =>
    writer.putRecord({
      ...{ kind: 'tag', projectId: 'acme', spaceId: 'web', id: `${name}-${index}` },
      ...{ document: '{}', links: [] },
    }),
  );
}
await store.close();
