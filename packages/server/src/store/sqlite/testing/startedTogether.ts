import { openStore } from '../../openStore.ts';

/**
 * One of several processes that open the same empty paths, each path at the same moment,
 * and put one record into it.
 */
const [folder = '', id = '', rounds = '', start = ''] = process.argv.slice(2);
for (let round = 0; round < Number(rounds); round++) {
  while (Date.now() < Number(start) + round * 40);
  const store = await openStore(`sqlite:${folder}/${round}.db`);
  await store.write((writer) =>
    writer.putRecord({ kind: 'tag', projectId: 'acme', spaceId: 'web', id, document: '{}', links: [] }),
  );
  await store.close();
}
