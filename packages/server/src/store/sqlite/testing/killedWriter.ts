import { openStore } from '../../openStore.ts';

/** A process that a test kills: puts more and more records in one transaction that never ends. */
const [url = ''] = process.argv.slice(2);
const store = await openStore(url);
await store.write(async (writer) => {
  const document = JSON.stringify({ text: 'x'.repeat(100_000) });
  for (let index = 0; ; index++) {
    const scope = { projectId: 'acme', spaceId: 'web' };
    await writer.putRecord({ kind: 'tag', ...scope, id: `killed-${index}`, document, links: [] });
    // More than the page cache holds: by now a part of the transaction lies in the file.
    if (index === 1000) process.stdout.write('writing\n');
    if (index > 1000) await Bun.sleep(1);
  }
});
