import { isAppKind } from '@newsstand/contract';
import type { Command } from 'commander';
import type { ShelfCount } from '../catalogue/Catalogue.ts';
import { withStore } from '../store/withStore.ts';
import { formatTable } from './formatTable.ts';
import { addExamples, addSettings, configOf, isOn, storeSettings } from './options.ts';
import { note, print, printJson } from './output.ts';
import { shelfCounts } from './shelfCounts.ts';

/** Adds `status`. */
export function addStatusCommand(program: Command): void {
  const command = program
    .command('status')
    .description('show what is on the shelves')
    .option('--json', 'print {"engine", "revision", "shelves"}');
  addExamples(command, 'newsstand status', "newsstand status --json | jq '.shelves[] | select(.live == 0)'");
  addSettings(command, storeSettings).action(() => showStatus(command));
}

async function showStatus(command: Command): Promise<void> {
  const { databaseUrl } = configOf(command);
  const status = await withStore(databaseUrl, (store) =>
    store.read(async (reader) => ({
      engine: store.engine,
      revision: (await reader.bookmark()).revision,
      shelves: (await shelfCounts(reader, Date.now())).map(statusOf),
    })),
  );
  if (isOn(command, 'json')) return printJson(status);
  await print(`store     ${status.engine}\nrevision  ${status.revision}\n`);
  if (status.shelves.length === 0)
    return note('Nothing is on the shelves yet; newsstand import puts it there.');
  const head = ['PROJECT', 'SPACE', 'INSTANCE', 'KIND', 'LIVE', 'SCHEDULED', 'CLOSED', 'DRAFT', 'TOTAL'];
  await print(`\n${formatTable(head, status.shelves.map(row))}`);
}

/** Media, categories and tags have no states: they are simply there. */
function statusOf({ live, scheduled, closed, draft, ...shelf }: ShelfCount) {
  const states = isAppKind(shelf.kind) ? { live, scheduled, closed, draft } : {};
  return { ...shelf, ...states, total: live + scheduled + closed + draft };
}

function row(shelf: ReturnType<typeof statusOf>): readonly string[] {
  const states = [shelf.live, shelf.scheduled, shelf.closed, shelf.draft].map((count) => `${count ?? ''}`);
  return [shelf.projectId, shelf.spaceId, shelf.instanceId ?? '', shelf.kind, ...states, `${shelf.total}`];
}
