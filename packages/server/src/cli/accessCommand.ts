import { type Role, roleNames } from '@newsstand/contract/manage';
import type { Command } from 'commander';
import { operatorAuditEvents, removeFactors } from '../management/api/operators/changeOperators.ts';
import { withStore } from '../store/openStore.ts';
import { Failure } from './Failure.ts';
import { findOperator, operatorIdOf } from './findOperator.ts';
import { addExamples, addSettings, configOf, isOn, storeSettings, textOption } from './options.ts';
import { note, print, printJson } from './output.ts';
import { writeAudited } from './writeAudited.ts';

/** Adds `access` and its commands. */
export function addAccessCommand(program: Command): void {
  const access = program.command('access').description('decide what is demanded of those who sign in');
  addExamples(access, 'newsstand access show', 'newsstand access set --second-factor owner,editor');
  const show = access
    .command('show')
    .description('show what is demanded of those who sign in')
    .option('--json', 'print {"secondFactorRoles"}');
  addExamples(show, 'newsstand access show');
  addSettings(show, storeSettings).action(() => showAccess(show));
  const set = access
    .command('set')
    .description('change it; sessions that are not enough any more end at once')
    .option('--second-factor <roles>', 'the roles that need a second factor, with commas, or none');
  addExamples(
    set,
    'newsstand access set --second-factor owner,editor',
    'newsstand access set --second-factor none',
  );
  addSettings(set, storeSettings).action(() => setAccess(set));
}

/** `access show` */
async function showAccess(command: Command): Promise<void> {
  const { databaseUrl } = configOf(command);
  const policy = await withStore(databaseUrl, (store) => store.read((reader) => reader.accessPolicy()));
  if (isOn(command, 'json')) return printJson(policy);
  await print(`Roles that need a second factor: ${policy.secondFactorRoles.join(', ') || 'none'}\n`);
}

/** `access set` */
async function setAccess(command: Command): Promise<void> {
  const given = textOption(command, 'secondFactor');
  if (given === undefined) throw new Failure('say what to change: give --second-factor', 2);
  const secondFactorRoles = given === 'none' ? [] : [...new Set(given.split(',').map(parseRoleName))];
  const { databaseUrl } = configOf(command);
  await withStore(databaseUrl, (store) =>
    writeAudited(
      store,
      async (writer) => {
        const before = await writer.accessPolicy();
        const after = { ...before, secondFactorRoles };
        await writer.putAccessPolicy(after);
        return { after, isChanged: !Bun.deepEquals(before, after) };
      },
      ({ after, isChanged }) =>
        isChanged ? [{ action: 'access.change', target: 'access', details: after }] : [],
    ),
  );
  await showAccess(command);
}

function parseRoleName(text: string): Role {
  const role = roleNames.find((name) => name === text.trim());
  if (role !== undefined) return role;
  throw new Failure(
    `--second-factor ${text}: must be none, or some of ${roleNames.join(', ')} with commas`,
    2,
  );
}

/** Adds `operator reset-factors`. */
export function addResetFactors(operator: Command): void {
  const command = operator
    .command('reset-factors')
    .description('remove passkeys, authenticator app and recovery codes, for lost devices; sessions end')
    .argument('<operator>', 'the name to sign in with');
  addExamples(command, 'newsstand operator reset-factors ken');
  addSettings(command, storeSettings).action(() => resetFactors(command));
}

async function resetFactors(command: Command): Promise<void> {
  const { databaseUrl } = configOf(command);
  const operatorId = operatorIdOf(command);
  await withStore(databaseUrl, (store) =>
    writeAudited(
      store,
      async (writer) => {
        const operator = await findOperator(writer, operatorId);
        await removeFactors(writer, operatorId);
        return operator;
      },
      (operator) => operatorAuditEvents('factor.reset', operator),
    ),
  );
  note(`The second factors of ${operatorId} are removed, and their sessions have ended.`);
}
