import { createReadStream } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import type { Command } from 'commander';
import { AuditFileError, exportAudit, readExport } from '../store/auditExport.ts';
import { isStoreFile, withStore } from '../store/openStore.ts';
import type { Store } from '../store/Store.ts';
import { type AuditSource, verifyAudit } from '../store/verifyAudit.ts';
import { Failure } from './Failure.ts';
import { addExamples, addSettings, configOf, isOn, storeSettings, textOption } from './options.ts';
import { print, printJson } from './output.ts';

/** Adds `audit` and its two commands. */
export function addAuditCommand(program: Command): void {
  const audit = program.command('audit').description('verify and export the audit log');
  addExamples(audit, 'newsstand audit verify', 'newsstand audit export --output audit.ndjson');
  addVerify(audit);
  addExport(audit);
}

function addVerify(audit: Command): void {
  const command = audit
    .command('verify')
    .description('check that no entry was changed, removed, inserted or moved; exit code 1 if one was')
    .argument('[file]', 'what newsstand audit export wrote (default: the audit log of the store)')
    .option('--head <hash>', 'a head that was printed earlier: it must still be part of the log')
    .option('--json', 'print {"entries", "head", "fault"}');
  addExamples(
    command,
    'newsstand audit verify',
    'newsstand audit verify audit.ndjson',
    'newsstand audit verify --head "$(cat head.txt)"',
  );
  addSettings(command, storeSettings).action(() => verify(command));
}

function addExport(audit: Command): void {
  const command = audit
    .command('export')
    .description('write the whole audit log with its hashes as NDJSON, the oldest entry first')
    .option('--output <file>', 'the file to write', '-');
  addExamples(command, 'newsstand audit export > audit.ndjson');
  addSettings(command, storeSettings).action(() => runExport(command));
}

/** `audit verify` */
async function verify(command: Command): Promise<void> {
  const file = command.args[0];
  const head = textOption(command, 'head')?.trim().toLowerCase();
  if (head !== undefined && !/^[0-9a-f]{64}$/.test(head)) {
    throw new Failure('--head must be the 64 digits that newsstand audit verify prints', 2);
  }
  if (file !== undefined) return report(command, await verifyFile(file, head), head);
  const { databaseUrl } = configOf(command);
  const checked = await withStore(databaseUrl, (store) =>
    store.read(async (reader) => {
      const [chain, pseudonyms] = [await reader.auditChain(), await reader.pseudonyms()];
      return check({ chain, pseudonyms, entries: () => reader.allAudit() }, head);
    }),
  );
  await report(command, checked, head);
}

type Checked = Awaited<ReturnType<typeof check>>;

async function check(source: AuditSource, head: string | undefined) {
  return { ...(await verifyAudit(source, head)), chain: source.chain };
}

async function verifyFile(path: string, head: string | undefined): Promise<Checked> {
  const isFile = await stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
  if (!isFile) throw new Failure(`${path} is not a file that can be read`, 2);
  const lines = () => createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY });
  try {
    return await check(await readExport(lines), head);
  } catch (error) {
    if (error instanceof AuditFileError) throw new Failure(`${path} cannot be verified: ${error.message}`);
    throw error;
  }
}

async function report(command: Command, checked: Checked, head: string | undefined): Promise<void> {
  const { entries, chain, fault, hasHead } = checked;
  const lost = `the head ${head} is not part of this log: entries were cut off or replaced since, or pruned`;
  const failure = fault?.message ?? (hasHead ? undefined : lost);
  if (isOn(command, 'json'))
    await printJson({ entries, head: chain.head, ...(failure && { fault: failure }) });
  if (failure !== undefined) throw new Failure(`the audit log is not sound: ${failure}`);
  if (isOn(command, 'json')) return;
  const pruned = chain.anchor.number > 0 ? `, after ${chain.anchor.number} that were pruned` : '';
  await print(`The audit log is sound: ${entries} entries${pruned}.\nHead: ${chain.head.hash}\n`);
}

/** `audit export` */
async function runExport(command: Command): Promise<void> {
  const { databaseUrl } = configOf(command);
  const output = textOption(command, 'output') ?? '-';
  if (output !== '-' && (await isStoreFile(databaseUrl, output)))
    throw new Failure(`--output ${output} is the store itself; name another file`, 2);
  await withStore(databaseUrl, (store) => (output === '-' ? write(store, print) : writeFile(store, output)));
}

async function write(store: Store, put: (text: string) => Promise<unknown>): Promise<void> {
  await store.read(async (reader) => {
    for await (const text of exportAudit(reader)) await put(text);
  });
}

/** The file appears when it is complete; until then an older one stays. */
async function writeFile(store: Store, path: string): Promise<void> {
  const temporary = `${path}.${process.pid}.tmp`;
  try {
    await using file = await open(temporary, 'w', 0o600);
    await write(store, (text) => file.writeFile(text));
    await file.sync();
    await rename(temporary, path);
  } catch (error) {
    throw new Failure(`cannot write ${path}: ${error instanceof Error ? error.message : String(error)}`);
  } finally {
    await rm(temporary, { force: true }).catch(() => {});
  }
}
