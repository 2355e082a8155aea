import { openPostgres } from '../openPostgres.ts';

/** A process that a test kills or stops: has put records in a transaction that never ends. */
const [url = '', silence = '60000'] = process.argv.slice(2);
const store = await openPostgres(url, { timeouts: { silence: Number(silence) } });
await store.write(async (writer) => {
  const tag = { kind: 'tag', projectId: 'acme', spaceId: 'web', document: '{}', links: [] } as const;
  for (let index = 0; index < 3000; index++) await writer.putRecord({ ...tag, id: `killed-${index}` });
  process.stdout.write('writing\n');
  await new Promise(() => setInterval(() => {}, 1000));
});
