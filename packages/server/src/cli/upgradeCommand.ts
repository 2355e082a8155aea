import type { Command } from 'commander';
import { readSchema, withStore } from '../store/openStore.ts';
import type { FoundSchema } from '../store/Store.ts';
import { addExamples, addSettings, configOf, isOn, storeSettings } from './options.ts';
import { print, printJson } from './output.ts';

/** Adds `upgrade`. */
export function addUpgradeCommand(program: Command): void {
  const command = program
    .command('upgrade')
    .description('migrate the store of an earlier version now, rather than when the service starts')
    .option('--check', 'only say what would be done; the store stays as it is')
    .option('--json', 'print {"engine", "schema", "supported", "isInUse"}');
  addExamples(command, 'newsstand upgrade --check', 'newsstand upgrade');
  addSettings(command, storeSettings).action(() => upgrade(command));
}

async function upgrade(command: Command): Promise<void> {
  const { databaseUrl } = configOf(command);
  if (!isOn(command, 'check')) await withStore(databaseUrl, async () => {});
  const found = await readSchema(databaseUrl);
  await (isOn(command, 'json') ? printJson(found) : print(describe(found)));
}

function describe({ engine, schema, supported, isInUse }: FoundSchema): string {
  const store = `The store (${engine}) has schema ${schema}`;
  if (schema === supported) return `${store}, which is that of this version: there is nothing to migrate.\n`;
  return [
    `${store}; this version needs ${supported}, and the first command or service that opens the store migrates it.`,
    'There is no way back: first make a backup with the version that you run now.',
    ...(isInUse ? ['Another program is using the store: stop it before you upgrade.'] : []),
    '',
  ].join('\n');
}
