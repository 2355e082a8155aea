import { appendFileSync } from 'node:fs';
import { join } from 'node:path';

/** For tests that need a program which may be missing: whether it is, and then the summary says what was not tested. */
export function lacks(program: string, subject: string, alternatives: readonly string[] = []): boolean {
  if ([program, ...alternatives].some((name) => findProgram(name) !== undefined)) return false;
  noteMissing(program, subject);
  return true;
}

/** For the summary: what was not tested, because something is missing. */
export function noteMissing(what: string, subject: string): void {
  const folder = process.env['TESTS_RUN_FOLDER'];
  if (folder === undefined) console.warn(`not tested, because ${what} is missing: ${subject}`);
  else appendFileSync(join(folder, 'missing.txt'), `${what}\t${subject}\n`);
}

/** The path of a program; servers are often in folders that users don't have on their path. */
export function findProgram(name: string): string | undefined {
  return Bun.which(name, { PATH: `${process.env['PATH']}:/usr/sbin:/usr/local/sbin` }) ?? undefined;
}

/** What tests of a run lacked, each with what was not tested. */
export async function readMissing(runFolder: string): Promise<ReadonlyMap<string, readonly string[]>> {
  const file = Bun.file(join(runFolder, 'missing.txt'));
  const lines = (await file.exists()) ? (await file.text()).trim().split('\n') : [];
  const subjects = new Map<string, readonly string[]>();
  for (const line of new Set(lines)) {
    const [what = '', subject = ''] = line.split('\t');
    subjects.set(what, [...(subjects.get(what) ?? []), subject].toSorted());
  }
  return subjects;
}
