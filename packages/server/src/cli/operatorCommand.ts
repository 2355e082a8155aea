import type { Command } from 'commander';
import { inviteCommand } from './operator/inviteCommand.ts';
import { linkCommand } from './operator/linkCommand.ts';
import { listCommand } from './operator/listCommand.ts';
import { passwordCommand } from './operator/passwordCommand.ts';
import { removeCommand } from './operator/removeCommand.ts';
import { tokenCommand } from './operator/tokenCommand.ts';
import { addExamples, addSettings, storeSettings } from './options.ts';

/** What a link begins with, besides the store. */
const linkSettings = [...storeSettings, 'managementUrl', 'managementPort'] as const;

/** Adds `operator` and its six commands. */
export function addOperatorCommand(program: Command): void {
  const operator = program.command('operator').description('look after those who use the management console');
  addExamples(
    operator,
    'newsstand operator invite ken --name "Ken Sato" --role owner',
    'newsstand operator list',
  );
  addList(operator);
  addInvite(operator);
  addLink(operator);
  addRemove(operator);
  addPassword(operator);
  addToken(operator);
}

function addList(operator: Command): void {
  const command = operator
    .command('list')
    .description('show all operators with their roles')
    .option('--json', 'print an array');
  addExamples(command, 'newsstand operator list', 'newsstand operator list --json');
  addSettings(command, storeSettings).action(() => listCommand(command));
}

function addInvite(operator: Command): void {
  const command = operator
    .command('invite')
    .description('make an operator, and a link by which they choose a password')
    .argument('<operator>', 'the name to sign in with, as in ken or ken@acme.test')
    .option('--name <name>', 'how others see the name (default: the name to sign in with)')
    .requiredOption(
      '--role <role>',
      'viewer, editor or owner, of a project as in editor:acme; may be repeated',
      collect,
    )
    .option('--json', 'print {"operatorId", "url", "expiresAt"}');
  addExamples(
    command,
    'newsstand operator invite ken --name "Ken Sato" --role owner',
    'newsstand operator invite mia --role editor:acme --role viewer:beta --json',
  );
  addSettings(command, linkSettings).action(() => inviteCommand(command));
}

function addLink(operator: Command): void {
  const command = operator
    .command('link')
    .description('make a new link, for a password that was forgotten; links before it end')
    .argument('<operator>', 'the name to sign in with')
    .option('--json', 'print {"operatorId", "url", "expiresAt"}');
  addExamples(command, 'newsstand operator link ken');
  addSettings(command, linkSettings).action(() => linkCommand(command));
}

function addRemove(operator: Command): void {
  const command = operator
    .command('remove')
    .description('remove an operator with all sessions and tokens')
    .argument('<operator>', 'the name to sign in with');
  addExamples(command, 'newsstand operator remove ken');
  addSettings(command, storeSettings).action(() => removeCommand(command));
}

function addPassword(operator: Command): void {
  const command = operator
    .command('password')
    .description('set a password that is read from standard input; sessions so far end')
    .argument('<operator>', 'the name to sign in with');
  addExamples(command, 'newsstand operator password ken < password.txt');
  addSettings(command, storeSettings).action(() => passwordCommand(command));
}

function addToken(operator: Command): void {
  const command = operator
    .command('token')
    .description('make a token for scripts, which may what its operator may; it is shown this once only')
    .argument('<operator>', 'the name to sign in with')
    .requiredOption('--name <name>', 'what the token is for')
    .option(
      '--expires <when>',
      'an ISO date or date-time (UTC where it has no offset), or a duration such as 90d',
    )
    .option('--json', 'print {"tokenId", "token"}');
  addExamples(
    command,
    'newsstand operator token ken --name nightly --expires 90d',
    'TOKEN=$(newsstand operator token ken --name nightly)',
  );
  addSettings(command, storeSettings).action(() => tokenCommand(command));
}

function collect(value: string, earlier: readonly string[] = []): readonly string[] {
  return [...earlier, value];
}
