import { randomBytes } from 'node:crypto';
import {
  everyProject,
  isAllowed,
  type OperatorView,
  operatorOrder,
  password,
  type RoleGrant,
  roleGrant,
  roleNames,
  tokenOrder,
} from '@newsstand/contract/manage';
import { isEmail } from '@newsstand/contract/text';
import type { Command } from 'commander';
import type { Config } from '../config/readConfig.ts';
import { operatorAuditEvents, removeKeepingOwner } from '../management/api/operators/changeOperators.ts';
import { hashPassword } from '../management/api/operators/createPasswordChecker.ts';
import {
  breakGlassFor,
  endAuthTokens,
  type IssuedInvitation,
  inviteAgain,
  welcomeUrl,
} from '../management/api/operators/invitations.ts';
import { operatorView } from '../management/api/operators/operatorView.ts';
import { plainRoles, stampedRoles } from '../management/api/operators/rights.ts';
import {
  issueToken,
  keepToken,
  mostTokens,
  tokenAuditEvent,
} from '../management/api/operators/tokenHandlers.ts';
import { managementUrlOf } from '../node/addresses.ts';
import { withStore } from '../store/openStore.ts';
import { describeIssues } from '../transfer/ndjson/describeIssues.ts';
import { addResetFactors } from './accessCommand.ts';
import { Failure } from './Failure.ts';
import { findOperator, operatorIdOf } from './findOperator.ts';
import { addOperatorSessions } from './operatorSessions.ts';
import {
  addExamples,
  addSettings,
  configOf,
  isOn,
  repeated,
  storeSettings,
  textOption,
  textsOption,
} from './options.ts';
import { formatMinute, formatTable, note, print, printJson } from './output.ts';
import { expiryOf } from './parseMoment.ts';
import { writeAudited } from './writeAudited.ts';

/** The settings of links, besides those of the store. */
const linkSettings = [...storeSettings, 'managementUrl', 'managementPort'] as const;

/** Adds `operator` and its commands. */
export function addOperatorCommand(program: Command): void {
  const operator = program.command('operator').description('manage the operators who use the console');
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
  addOperatorSessions(operator);
  addResetFactors(operator);
}

function addList(operator: Command): void {
  const command = operator
    .command('list')
    .description('show all operators with their roles')
    .option('--json', 'print an array');
  addExamples(command, 'newsstand operator list', 'newsstand operator list --json');
  addSettings(command, storeSettings).action(() => listOperators(command));
}

function addInvite(operator: Command): void {
  const command = operator
    .command('invite')
    .description('add an operator, and print a link with which they choose a password')
    .argument('<operator>', 'the name to sign in with, as in ken or ken@acme.test')
    .option('--name <name>', 'the name that others see (default: the name to sign in with)')
    .requiredOption(
      '--role <role>',
      'viewer, writer, editor or owner; for one place as in editor:acme, editor:acme/web or editor:acme/web/press; may be repeated',
      repeated,
    )
    .option('--email <address>', 'where mails go; it is used without being confirmed')
    .option('--json', 'print {"operatorId", "url", "expiresAt"}');
  addExamples(
    command,
    'newsstand operator invite ken --name "Ken Sato" --role owner',
    'newsstand operator invite mia --role editor:acme/web/press --role viewer:beta --json',
  );
  addSettings(command, linkSettings).action(() => inviteOperator(command));
}

function addLink(operator: Command): void {
  const command = operator
    .command('link')
    .description('print a new link, for a forgotten password; earlier links stop working')
    .argument('<operator>', 'the name to sign in with')
    .option('--break-glass', 'a link that signs in at once, even if passwords are off and factors are lost')
    .option('--json', 'print {"operatorId", "url", "expiresAt"}');
  addExamples(command, 'newsstand operator link ken', 'newsstand operator link ken --break-glass');
  addSettings(command, linkSettings).action(() => createLink(command));
}

function addRemove(operator: Command): void {
  const command = operator
    .command('remove')
    .description('remove an operator with all sessions and tokens')
    .argument('<operator>', 'the name to sign in with')
    .option(
      '--erase',
      'replace their name by a pseudonym in the audit log and everywhere else; there is no way back',
    );
  addExamples(command, 'newsstand operator remove ken', 'newsstand operator remove ken --erase');
  addSettings(command, storeSettings).action(() => removeOperator(command));
}

function addPassword(operator: Command): void {
  const command = operator
    .command('password')
    .description('set the password, read from standard input; current sessions end')
    .argument('<operator>', 'the name to sign in with');
  addExamples(command, 'newsstand operator password ken < password.txt');
  addSettings(command, storeSettings).action(() => setPassword(command));
}

function addToken(operator: Command): void {
  const command = operator
    .command('token')
    .description(
      'create a token for scripts, with the permissions of its operator, or fewer; it is shown only once',
    )
    .argument('<operator>', 'the name to sign in with')
    .requiredOption('--name <name>', 'what the token is for')
    .option(
      '--role <role>',
      'what the token may do at most, as in writer:acme/web/press (default: all that the operator may do); may be repeated',
      repeated,
    )
    .option(
      '--expires <when>',
      'an ISO date or date-time (UTC unless it has an offset), or a duration such as 90d',
    )
    .option('--json', 'print {"tokenId", "token"}');
  addExamples(
    command,
    'newsstand operator token ken --name nightly --expires 90d',
    'TOKEN=$(newsstand operator token ken --name nightly --role writer:acme/web/press)',
  );
  addSettings(command, storeSettings).action(() => createToken(command));
}

/** `operator list` */
async function listOperators(command: Command): Promise<void> {
  const { databaseUrl } = configOf(command);
  const operators = await withStore(databaseUrl, (store) =>
    store.read(async (reader) => {
      const views: OperatorView[] = [];
      for (const each of await reader.operators()) views.push(await operatorView(reader, each, Date.now()));
      return views;
    }),
  );
  if (isOn(command, 'json')) return printJson(operators);
  if (operators.length === 0)
    return note('There are no operators yet; create one with newsstand operator invite.');
  await print(
    formatTable(['OPERATOR', 'NAME', 'ROLES', 'PASSWORD', 'SECOND FACTOR', 'LAST SEEN'], operators.map(row)),
  );
}

function row({ operatorId, name, roles, hasPassword, hasSecondFactor, ...rest }: OperatorView) {
  const { invitedUntil, lastSeenAt } = rest;
  const invited = invitedUntil === undefined ? 'none' : `invited until ${formatMinute(invitedUntil)}`;
  const seen = lastSeenAt === undefined ? '' : formatMinute(lastSeenAt);
  const factor = hasSecondFactor ? 'set' : 'none';
  return [operatorId, name, roles.map(formatRole).join(' '), hasPassword ? 'set' : invited, factor, seen];
}

/** `operator invite` */
async function inviteOperator(command: Command): Promise<void> {
  const config = configOf(command);
  const managementUrl = consoleUrlOf(config);
  const operatorId = operatorIdOf(command);
  const name = operatorOrder.shape.name.safeParse(
    textOption(command, 'name') ?? operatorId.slice(0, 100),
  ).data;
  if (name === undefined)
    throw new Failure('--name must be 1 to 100 characters without control characters', 2);
  const stamp = { givenBy: 'command line', givenAt: Date.now() };
  const roles = stampedRoles(plainRoles(textsOption(command, 'role').map(parseRole)), [], stamp);
  const email = textOption(command, 'email');
  if (email !== undefined && !isEmail(email))
    throw new Failure('--email must be an e-mail address, such as ken@example.com', 2);
  const issued = await withStore(config.databaseUrl, (store) =>
    writeAudited(
      store,
      async (writer) => {
        if ((await writer.operator(operatorId)) !== undefined) {
          throw new Failure(
            `there is an operator ${operatorId} already; create a new link with newsstand operator link`,
          );
        }
        await writer.putOperator({ operatorId, name, roles, createdAt: Date.now(), ...(email && { email }) });
        return inviteAgain(writer, { now: Date.now, random: randomBytes }, operatorId);
      },
      () => operatorAuditEvents('operator.invite', { operatorId, roles }),
    ),
  );
  await printLink(command, operatorId, managementUrl, issued);
}

/** Reads a role written as `owner`, for all projects, or `owner:acme`, `owner:acme/web` or `owner:acme/web/press`. */
function parseRole(text: string): RoleGrant {
  const [, role, place = everyProject] = /^([a-z]+)(?::(.+))?$/.exec(text) ?? [];
  const [projectId, spaceId, instanceId, ...more] = place.split('/');
  const { data } = roleGrant.safeParse({ projectId, spaceId, instanceId, role });
  if (data !== undefined && more.length === 0) return data;
  throw new Failure(
    `--role ${text}: must be ${roleNames.join(', ')}, or one of them for a project, space or instance, ` +
      'as in editor:acme, editor:acme/web or editor:acme/web/press',
    2,
  );
}

/** Formats a role as the command line accepts it. */
function formatRole({ projectId, spaceId, instanceId, role }: RoleGrant): string {
  const place = [projectId, spaceId, instanceId].filter((each) => each !== undefined).join('/');
  return projectId === everyProject ? role : `${role}:${place}`;
}

/** `operator link` */
async function createLink(command: Command): Promise<void> {
  const isBreakGlass = isOn(command, 'breakGlass');
  const config = configOf(command);
  const managementUrl = consoleUrlOf(config);
  const operatorId = operatorIdOf(command);
  const { issued } = await withStore(config.databaseUrl, (store) =>
    writeAudited(
      store,
      async (writer) => {
        const operator = await findOperator(writer, operatorId);
        const issue = isBreakGlass ? breakGlassFor : inviteAgain;
        return { operator, issued: await issue(writer, { now: Date.now, random: randomBytes }, operatorId) };
      },
      ({ operator }) => operatorAuditEvents(isBreakGlass ? 'operator.breakGlass' : 'operator.link', operator),
    ),
  );
  await printLink(command, operatorId, managementUrl, issued);
}

/** `operator remove` */
async function removeOperator(command: Command): Promise<void> {
  const { databaseUrl } = configOf(command);
  const operatorId = operatorIdOf(command);
  if (isOn(command, 'erase')) return eraseOperator(databaseUrl, operatorId);
  await withStore(databaseUrl, (store) =>
    writeAudited(
      store,
      async (writer) => {
        const operator = await findOperator(writer, operatorId);
        await removeKeepingOwner(writer, operatorId);
        return operator;
      },
      (operator) => operatorAuditEvents('operator.remove', operator),
    ),
  );
  note(`The operator ${operatorId} is removed.`);
}

/** `operator remove --erase`, also for those who were removed before. */
async function eraseOperator(databaseUrl: string, operatorId: string): Promise<void> {
  const label = await withStore(databaseUrl, (store) =>
    writeAudited(
      store,
      async (writer) => {
        const isKnown = (await writer.pseudonyms()).some((each) => each.operatorId === operatorId);
        const operator = isKnown ? await writer.operator(operatorId) : await findOperator(writer, operatorId);
        if (operator) await removeKeepingOwner(writer, operatorId);
        return writer.eraseOperator(operatorId, operator?.name);
      },
      (erased) => [{ action: 'operator.erase', target: `operators/${erased}` }],
    ),
  );
  note(`The operator ${operatorId} is removed, and shown as ${label} from now on.`);
}

/** `operator password` */
async function setPassword(command: Command): Promise<void> {
  const { databaseUrl } = configOf(command);
  const operatorId = operatorIdOf(command);
  // Opened first: nobody should have to type a password to learn that there is no store.
  await withStore(databaseUrl, async (store) => {
    const passwordHash = await hashPassword(await readPassword(operatorId));
    await writeAudited(
      store,
      async (writer) => {
        const operator = await findOperator(writer, operatorId);
        await writer.putOperator({ ...operator, passwordHash });
        await endAuthTokens(writer, operatorId, ({ type }) => type !== 'token');
        return operator;
      },
      (operator) => operatorAuditEvents('operator.password', operator),
    );
  });
  note(`The operator ${operatorId} has a new password.`);
}

async function readPassword(operatorId: string): Promise<string> {
  if (process.stdin.isTTY) note(`Type the new password of ${operatorId}; it is shown while you type.`);
  const line = await firstLine();
  const given = password.safeParse(line);
  if (!given.success) {
    const [fault] = describeIssues(password, line, given.error.issues);
    throw new Failure(`the password ${fault?.message}`, 2);
  }
  return given.data;
}

const mostBytes = 4096;

/** The first line of standard input, read only up to a limit. */
async function firstLine(): Promise<string> {
  let read = Buffer.alloc(0);
  for await (const piece of Bun.stdin.stream()) {
    read = Buffer.concat([read, piece]);
    if (read.includes('\n') || read.length > mostBytes) break;
  }
  return read.toString().split(/\r?\n/, 1)[0] ?? '';
}

/** `operator token` */
async function createToken(command: Command): Promise<void> {
  const { databaseUrl } = configOf(command);
  const operatorId = operatorIdOf(command);
  const name = tokenOrder.shape.name.safeParse(textOption(command, 'name')).data;
  if (name === undefined)
    throw new Failure('--name must be 1 to 100 characters without control characters', 2);
  const expiresAt = expiryOf(command, Date.now());
  const given = plainRoles(textsOption(command, 'role').map(parseRole));
  const scopes = given.length === 0 ? undefined : given;
  const { authToken, secret } = issueToken(
    { operatorId, name, expiresAt, scopes },
    { now: Date.now, random: randomBytes },
  );
  await withStore(databaseUrl, (store) =>
    writeAudited(
      store,
      async (writer) => {
        const { roles } = await findOperator(writer, operatorId);
        const beyond = given.find((scope) => !isAllowed(roles, scope.role, scope));
        if (beyond !== undefined)
          throw new Failure(`--role ${formatRole(beyond)}: ${operatorId} does not have this role`, 2);
        if (await keepToken(writer, authToken)) return;
        throw new Failure(`${operatorId} already has ${mostTokens} tokens; remove one first`);
      },
      () => [tokenAuditEvent('token.create', authToken)],
    ),
  );
  if (isOn(command, 'json')) return printJson({ tokenId: authToken.id, token: secret });
  await print(`${secret}\n`);
  const permissions =
    scopes === undefined
      ? `has the same permissions as ${operatorId}`
      : `may do what ${operatorId} may do, but at most ${scopes.map(formatRole).join(' ')}`;
  note(`This token ${permissions}. It is shown only once.`);
}

/** The URL of the console. */
function consoleUrlOf(config: Config): string {
  const { managementUrl, managementPort } = config;
  if (managementUrl !== undefined || managementPort !== 0) return managementUrlOf(config, managementPort);
  throw new Failure('say where the console is: give --management-url or --management-port', 2);
}

/** Prints a new link to standard output only: standard error often ends up in a log. */
async function printLink(
  command: Command,
  operatorId: string,
  managementUrl: string,
  { secret, expiresAt }: IssuedInvitation,
): Promise<void> {
  const url = welcomeUrl(managementUrl, secret);
  if (isOn(command, 'json')) return printJson({ operatorId, url, expiresAt });
  await print(`${url}\n`);
  note(`Hand this link to ${operatorId}: it can be used once, until ${new Date(expiresAt).toISOString()}.`);
}
