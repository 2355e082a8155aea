import type { Command } from 'commander';
import { createKey } from './key/createKey.ts';
import { listKeys } from './key/listKeys.ts';
import { revokeKey } from './key/revokeKey.ts';
import { rotateKey } from './key/rotateKey.ts';
import { addExamples, addSettings, storeSettings } from './options.ts';

/** Adds `key` and its four commands. */
export function addKeyCommand(program: Command): void {
  const key = program.command('key').description('make, list, rotate and revoke the keys that readers use');
  addExamples(key, 'newsstand key create --name website --project acme', 'newsstand key list');
  addCreate(key);
  addList(key);
  addRotate(key);
  addRevoke(key);
}

function addCreate(key: Command): void {
  const command = key
    .command('create')
    .description('make a key and its secret; the secret is shown this once only')
    .requiredOption('--name <name>', 'what the key is for')
    .option('--project <id>', 'the project it reaches')
    .option('--space <id>', 'only this space of the project')
    .option('--instance <id>', 'only this instance in the space')
    .option('--grant <path>', 'project[/space[/instance]] that it also reaches; may be repeated', collect)
    .option('--preview', 'may also see drafts and what is not live')
    .option(
      '--expires <when>',
      'an ISO date or date-time (UTC where it has no offset), or a duration such as 90d',
    )
    .option('--json', 'print {"key", "secret"}');
  addExamples(
    command,
    'newsstand key create --name website --project acme --space web',
    'newsstand key create --name partner --grant acme/web/press --grant acme/app --expires 90d',
    'newsstand key create --name editors --project acme --preview --expires 2030-12-31 --json',
  );
  addSettings(command, storeSettings).action(() => createKey(command));
}

function addList(key: Command): void {
  const command = key
    .command('list')
    .description('show all keys with what they reach')
    .option('--json', 'print an array');
  addExamples(
    command,
    'newsstand key list',
    `newsstand key list --json | jq -r '.[] | select(.state == "active").key'`,
  );
  addSettings(command, storeSettings).action(() => listKeys(command));
}

function addRotate(key: Command): void {
  const command = key
    .command('rotate')
    .description('give a key a new secret; the old one works on for the grace time')
    .argument('<key>', 'the key, nsk_…')
    .option('--grace <duration>', 'how long the old secret still works, such as 24h or 0s', '24h')
    .option('--json', 'print {"key", "secret"}');
  addExamples(
    command,
    'newsstand key rotate nsk_… --grace 7d',
    'newsstand key rotate nsk_… --grace 0s --json',
  );
  addSettings(command, storeSettings).action(() => rotateKey(command));
}

function addRevoke(key: Command): void {
  const command = key
    .command('revoke')
    .description('end a key for good, everywhere within a second')
    .argument('<key>', 'the key, nsk_…');
  addExamples(command, 'newsstand key revoke nsk_…');
  addSettings(command, storeSettings).action(() => revokeKey(command));
}

function collect(value: string, earlier: readonly string[] = []): readonly string[] {
  return [...earlier, value];
}
