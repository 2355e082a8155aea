import { readConfig } from '../packages/server/src/config/readConfig.ts';
import { withStore } from '../packages/server/src/store/openStore.ts';

/**
 * Replaces texts in everything that is stored. So content that is refused today can be what an older version has stored.
 * The texts are written in JSON as they are.
 */
export async function rewriteStored(
  env: Readonly<Record<string, string>>,
  texts: Readonly<Record<string, string>>,
): Promise<void> {
  const rewritten = (text: string) =>
    Object.entries(texts).reduce((before, [from, to]) => before.replaceAll(from, to), text);
  await withStore(readConfig(env).databaseUrl, (store) =>
    store.write(async (writer) => {
      for (const record of (await Array.fromAsync(writer.records())).flat()) {
        const { alias, document } = record;
        const changed = { alias: alias && rewritten(alias), document: rewritten(document) };
        if (changed.document !== document) await writer.putRecord({ ...record, ...changed });
      }
    }),
  );
}
