import type { Command } from 'commander';
import { withStore } from '../store/openStore.ts';
import type { Store } from '../store/Store.ts';
import type { Space } from '../store/StoredRecord.ts';
import { contentTypes, Shape, type SpaceContent } from '../transfer/export/contentTypes.ts';
import { liveNews } from './liveNews.ts';
import { addExamples, addSettings, configOf, storeSettings } from './options.ts';
import { print } from './output.ts';
import { checkExists, readPlace } from './parseGrant.ts';

/** Adds `types`. */
export function addTypesCommand(program: Command): void {
  const command = program
    .command('types')
    .description('write TypeScript types of the categories, tags, instances and bodies of a space')
    .requiredOption('--project <id>', 'the project')
    .requiredOption('--space <id>', 'the space');
  addExamples(command, 'newsstand types --project acme --space web > src/content.ts');
  addSettings(command, storeSettings).action(() => writeTypes(command));
}

async function writeTypes(command: Command): Promise<void> {
  const { project: projectId = '', space: spaceId = '' } = readPlace(command);
  await withStore(configOf(command).databaseUrl, async (store) => {
    await checkExists(store, { projectId, spaceId });
    await print(contentTypes(`${projectId}/${spaceId}`, await readSpace(store, { projectId, spaceId })));
  });
}

/** Only what readers can see: the types are part of a site. */
async function readSpace(store: Store, space: Space): Promise<SpaceContent> {
  const now = Date.now();
  const categories: string[] = [];
  const tags: string[] = [];
  const bodies = new Map<string, Shape>();
  return await store.read(async (reader) => {
    const instances = (await reader.instances()).filter(
      ({ projectId, spaceId }) => projectId === space.projectId && spaceId === space.spaceId,
    );
    const named = (app: string) =>
      instances.filter((each) => each.app === app).map(({ instanceId }) => instanceId);
    for (const instanceId of named('news')) bodies.set(instanceId, new Shape());
    for await (const records of reader.records(space)) {
      for (const record of records) {
        if (record.kind === 'category') categories.push(record.alias ?? record.id);
        if (record.kind === 'tag') tags.push(record.alias ?? record.id);
        const news = liveNews(record, now);
        if (news !== undefined) bodies.get(news.instanceId)?.add(news.body);
      }
    }
    return { categories, tags, banners: named('banner'), bodies };
  });
}
