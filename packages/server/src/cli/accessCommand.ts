import { isAllowed, type Role, roleNames } from '@newsstand/contract/manage';
import type { Command } from 'commander';
import { operatorAuditEvents, removeFactors } from '../management/api/operators/changeOperators.ts';
import { canSignIn } from '../management/api/operators/secondFactors.ts';
import type { AccessPolicy } from '../store/Admin.ts';
import { withStore } from '../store/openStore.ts';
import type { StoreReader } from '../store/Store.ts';
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
    .option('--json', 'print {"secondFactorRoles", "passwords"}');
  addExamples(show, 'newsstand access show');
  addSettings(show, storeSettings).action(() => showAccess(show));
  const set = access
    .command('set')
    .description('change it; sessions that are not enough any more end at once')
    .option('--second-factor <roles>', 'the roles that need a second factor, with commas, or none')
    .option('--passwords <on|off>', 'whether operators may sign in with passwords')
    .option('--force', 'switch passwords off even if no owner could sign in any more');
  addExamples(
    set,
    'newsstand access set --second-factor owner,editor',
    'newsstand access set --second-factor none',
    'newsstand access set --passwords off',
  );
  addSettings(set, storeSettings).action(() => setAccess(set));
}

/** `access show` */
async function showAccess(command: Command): Promise<void> {
  const { databaseUrl } = configOf(command);
  const policy = await withStore(databaseUrl, (store) => store.read((reader) => reader.accessPolicy()));
  const { secondFactorRoles, passwords = true } = policy;
  if (isOn(command, 'json')) return printJson({ secondFactorRoles, passwords });
  await print(`Roles that need a second factor: ${secondFactorRoles.join(', ') || 'none'}\n`);
  await print(`Passwords: ${passwords ? 'on' : 'off'}\n`);
}

/** `access set` */
async function setAccess(command: Command): Promise<void> {
  const given = textOption(command, 'secondFactor');
  const switched = textOption(command, 'passwords');
  if (given === undefined && switched === undefined)
    throw new Failure('say what to change: give --second-factor or --passwords', 2);
  if (switched !== undefined && switched !== 'on' && switched !== 'off')
    throw new Failure(`--passwords ${switched}: must be on or off`, 2);
  const roles = given === 'none' ? [] : given && [...new Set(given.split(',').map(parseRoleName))];
  const { databaseUrl } = configOf(command);
  await withStore(databaseUrl, (store) =>
    writeAudited(
      store,
      async (writer) => {
        const before = await writer.accessPolicy();
        const after = {
          secondFactorRoles: roles || before.secondFactorRoles,
          passwords: switched === undefined ? before.passwords : switched === 'on',
        };
        if (switched === 'off' && !isOn(command, 'force')) await checkOwnersAble(writer, after);
        await writer.putAccessPolicy(after);
        return { after, isChanged: !Bun.deepEquals(before, after) };
      },
      ({ after, isChanged }) =>
        isChanged ? [{ action: 'access.change', target: 'access', details: after }] : [],
    ),
  );
  await showAccess(command);
}

/** Refuses to switch passwords off if nobody could switch them on again in the console. */
async function checkOwnersAble(reader: StoreReader, policy: AccessPolicy): Promise<void> {
  for (const operator of await reader.operators()) {
    const isAble = canSignIn(policy, operator, await reader.factors(operator.operatorId));
    if (isAble && isAllowed(operator.roles, 'owner')) return;
  }
  throw new Failure(
    'no owner of all projects has a passkey or an account at a provider, so none could sign in; set one up first, or give --force: then newsstand operator link <operator> --break-glass is the only way in',
  );
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
