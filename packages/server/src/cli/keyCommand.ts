import { randomBytes } from 'node:crypto';
import { isAlias } from '@newsstand/contract';
import type { Command } from 'commander';
import {
  type Issued,
  issueCredential,
  keyAuditEvents,
  rotateCredential,
} from '../management/issueCredential.ts';
import { type Credential, credentialState, type Grant } from '../store/Credential.ts';
import { withStore } from '../store/openStore.ts';
import type { Reader } from '../store/Store.ts';
import { Failure } from './Failure.ts';
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
import { formatGrant, grantOf, parseGrant, readPlace } from './parseGrant.ts';
import { expiryOf, parseDuration } from './parseMoment.ts';
import { writeAudited } from './writeAudited.ts';

/** Adds `key` and its four commands. */
export function addKeyCommand(program: Command): void {
  const key = program.command('key').description('create, list, rotate and revoke the keys that readers use');
  addExamples(key, 'newsstand key create --name website --project acme', 'newsstand key list');
  addCreate(key);
  addList(key);
  addRotate(key);
  addRevoke(key);
}

function addCreate(key: Command): void {
  const command = key
    .command('create')
    .description('create a key and its secret; the secret is shown only once')
    .requiredOption('--name <name>', 'what the key is for')
    .option('--project <id>', 'the project that the key grants access to')
    .option('--space <id>', 'only this space of the project')
    .option('--instance <id>', 'only this instance in the space')
    .option(
      '--grant <path>',
      'project[/space[/instance]] that it also grants access to; may be repeated',
      repeated,
    )
    .option('--preview', 'also allow drafts and content that is not live')
    .option(
      '--expires <when>',
      'an ISO date or date-time (UTC unless it has an offset), or a duration such as 90d',
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
    .description('list all keys and what they grant')
    .option('--links', 'also list preview links, each of which is a key for one item')
    .option('--json', 'print an array');
  addExamples(
    command,
    'newsstand key list',
    'newsstand key list --links',
    `newsstand key list --json | jq -r '.[] | select(.state == "active").key'`,
  );
  addSettings(command, storeSettings).action(() => listKeys(command));
}

function addRotate(key: Command): void {
  const command = key
    .command('rotate')
    .description('give a key a new secret; the old one keeps working for the grace period')
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
    .description('revoke a key for good; it stops working everywhere within a second')
    .argument('<key>', 'the key, nsk_…');
  addExamples(command, 'newsstand key revoke nsk_…');
  addSettings(command, storeSettings).action(() => revokeKey(command));
}

/** `key create` */
async function createKey(command: Command): Promise<void> {
  const config = configOf(command);
  const order = {
    name: nameOf(command),
    grants: grantsOf(command),
    preview: isOn(command, 'preview'),
    expiresAt: expiryOf(command, Date.now()),
  };
  const issued = issueCredential(order, { now: Date.now, random: randomBytes });
  await withStore(config.databaseUrl, async (store) => {
    const missing = await writeAudited(
      store,
      async (writer) => {
        await writer.putCredential(issued.credential);
        return missingPlaces(writer, order.grants);
      },
      () => keyAuditEvents('key.create', issued.credential),
    );
    // Printed before anything else can fail: the secret is stored nowhere.
    await printSecret(issued, isOn(command, 'json'));
    for (const grant of missing) {
      note(`note: ${formatGrant(grant)} does not exist yet; the key grants access once it does`);
    }
  });
}

function nameOf(command: Command): string {
  const name = textOption(command, 'name')?.trim() ?? '';
  if (!isAlias(name)) throw new Failure('--name must be 1 to 255 characters without control characters', 2);
  return name;
}

function grantsOf(command: Command): readonly Grant[] {
  const place = readPlace(command);
  const first = place.project === undefined ? [] : [grantOf(place.project, place.space, place.instance)];
  const grants = [...first, ...textsOption(command, 'grant').map((text) => parseGrant(text))];
  if (grants.length === 0)
    throw new Failure('give --project or --grant to say what the key grants access to', 2);
  return [...new Map(grants.map((grant) => [formatGrant(grant), grant])).values()];
}

async function missingPlaces(reader: Reader, grants: readonly Grant[]): Promise<readonly Grant[]> {
  const places = [...(await reader.spaces()), ...(await reader.instances())];
  const known = new Set(places.flatMap((place) => prefixes(formatGrant(place))));
  return grants.filter((grant) => !known.has(formatGrant(grant)));
}

/** `a/b/c` implies `a/b` and `a`. */
function prefixes(path: string): readonly string[] {
  const parts = path.split('/');
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
}

/** `key list` */
async function listKeys(command: Command): Promise<void> {
  const { databaseUrl } = configOf(command);
  const found = await withStore(databaseUrl, (store) => store.read((reader) => reader.credentials()));
  const keys = found.filter(({ item }) => item === undefined || isOn(command, 'links'));
  const credentials = keys.toSorted((a, b) => a.createdAt - b.createdAt || (a.key < b.key ? -1 : 1));
  if (isOn(command, 'json')) return printJson(credentials.map((item) => listed(item, Date.now())));
  if (credentials.length === 0) return note('There are no keys yet; create one with newsstand key create.');
  const head = ['KEY', 'NAME', 'STATE', 'REACHES', 'PREVIEW', 'CREATED', 'EXPIRES'];
  await print(
    formatTable(
      head,
      credentials.map((item) => row(item, Date.now())),
    ),
  );
}

/** A credential without its hashes. */
function listed({ secrets, ...rest }: Credential, now: number) {
  const inUse = secrets.filter((secret) => secret.until === undefined || secret.until > now);
  return { ...rest, state: credentialState({ secrets, ...rest }, now), secrets: inUse.length };
}

function row(item: Credential, now: number): readonly string[] {
  const grants = item.grants.map(formatGrant).join(' ');
  const times = [
    formatMinute(item.createdAt),
    item.expiresAt === undefined ? 'never' : formatMinute(item.expiresAt),
  ];
  return [item.key, item.name, credentialState(item, now), grants, item.preview ? 'yes' : 'no', ...times];
}

/** `key rotate` */
async function rotateKey(command: Command): Promise<void> {
  const { databaseUrl } = configOf(command);
  const grace = parseDuration(textOption(command, 'grace') ?? '');
  if (grace === undefined) throw new Failure('--grace must be a duration such as 24h, 7d or 0s', 2);
  await withStore(databaseUrl, async (store) => {
    const issued = await writeAudited(
      store,
      async (writer) => {
        const credential = await findKey(writer, command.args[0] ?? '');
        const state = credentialState(credential, Date.now());
        if (state !== 'active') throw new Failure(`the key ${credential.key} is ${state}; create a new one`);
        const rotated = rotateCredential(credential, grace, { now: Date.now, random: randomBytes });
        await writer.putCredential(rotated.credential);
        return rotated;
      },
      ({ credential }) => keyAuditEvents('key.rotate', credential),
    );
    // Printed before anything else can fail: the secret is stored nowhere.
    await printSecret(issued, isOn(command, 'json'));
  });
}

/** `key revoke` */
async function revokeKey(command: Command): Promise<void> {
  const { databaseUrl } = configOf(command);
  const before = await withStore(databaseUrl, (store) =>
    writeAudited(
      store,
      async (writer) => {
        const credential = await findKey(writer, command.args[0] ?? '');
        if (credential.revokedAt === undefined) {
          await writer.putCredential({ ...credential, revokedAt: Date.now() });
        }
        return credential;
      },
      (credential) => (credential.revokedAt === undefined ? keyAuditEvents('key.revoke', credential) : []),
    ),
  );
  const already = before.revokedAt === undefined ? 'is revoked' : 'was already revoked';
  note(`The key ${before.key} (${before.name}) ${already}.`);
}

/** Finds a credential by its key. */
async function findKey(reader: Reader, key: string): Promise<Credential> {
  const found = (await reader.credentials()).find((credential) => credential.key === key);
  if (found !== undefined) return found;
  // This may be a secret pasted by mistake; it must not end up in a log.
  const shown = key.startsWith('nsk_') ? key : 'this';
  throw new Failure(`there is no key ${shown}; newsstand key list shows all keys`);
}

/** Prints a new secret to standard output only: standard error often ends up in a log. */
async function printSecret({ credential, secret }: Issued, json: boolean): Promise<void> {
  if (json) return printJson({ key: credential.key, secret });
  await print(`key     ${credential.key}\nsecret  ${secret}\n`);
  note('Save the secret now: it is not stored and cannot be shown again.');
}
