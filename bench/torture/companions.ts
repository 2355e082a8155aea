/** Other processes that open and close the store while it is written to. */
import { Database } from 'bun:sqlite';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { startCommand } from '../../tests/newsstandProcess.ts';
import { type Item, isSame, keyOf } from './book.ts';
import { type Course, fault } from './course.ts';
import { idIn, isContent } from './items.ts';
import { pick, type Random } from './plans.ts';

/** The check of its result, made once nobody writes any more. */
export type Companion = { finish(): Promise<void> };

/** A random companion; with PostgreSQL, only our own commands. */
export function startCompanion(course: Course, random: Random): Companion {
  const sqlite =
    Bun.which('sqlite3') === null ? [] : (['backup', 'backup', 'killed backup', 'select'] as const);
  const all = ['status', 'export', ...(course.site.database === undefined ? [] : sqlite)] as const;
  switch (pick(random, all)) {
    case 'backup':
      return backup(course);
    case 'killed backup':
      return killedBackup(course, random);
    case 'select':
      return select(course);
    case 'export':
      return exportAll(course);
    default:
      return status(course);
  }
}

/** Whatever existed before it began, and was not touched since, must be in its result. */
function untouched(course: Course): () => readonly Item[] {
  const before = course.book;
  return () => {
    const open = new Set(course.book.unclear.flatMap(({ changes }) => changes.map(([key]) => key)));
    return [...before.items].flatMap(([key, item]) => {
      const isTouched = open.has(key) || !isSame(course.book.items.get(key) ?? null, item);
      return item === null || isTouched || !isContent(item.kind) ? [] : [item];
    });
  };
}

function ended(course: Course, what: string, code: number, stderr: string): boolean {
  if (code !== 0 && !course.isHurt) fault(course, 'disagreement', `${what} ended with ${code}: ${stderr}`);
  return code === 0;
}

/** As described in docs/operating.md. */
function backup(course: Course): Companion {
  const kept = untouched(course);
  const file = backupFile(course);
  const { done } = sqlite3(course, `.timeout 30000\n.backup ${file}`);
  return {
    async finish() {
      const { code, stderr } = await done;
      if (ended(course, 'the backup', code, stderr)) checkBackup(course, file, kept());
      await removeBackup(file);
    },
  };
}

/** A process that dies with the store open must not block others. */
function killedBackup(course: Course, random: Random): Companion {
  const file = backupFile(course);
  const { done, kill } = sqlite3(course, `.timeout 30000\n.backup ${file}`);
  const timer = setTimeout(kill, random() * 40);
  return {
    async finish() {
      await done;
      clearTimeout(timer);
      await removeBackup(file);
    },
  };
}

function backupFile({ site }: Course): string {
  return join(site.folder, 'backup.db');
}

async function removeBackup(file: string): Promise<void> {
  for (const end of ['', '-wal', '-shm', '-journal']) await rm(file + end, { force: true });
}

function checkBackup(course: Course, file: string, kept: readonly Item[]): void {
  using db = new Database(file, { readwrite: true });
  const told = db.query<{ integrity_check: string }, []>('PRAGMA integrity_check').get()?.integrity_check;
  if (told !== 'ok') fault(course, 'integrity', `the backup: ${told}`);
  const rows = db
    .query<{ key: string; name: string }, []>(
      `SELECT kind || '/' || id AS key, document ->> 'name' AS name FROM records JOIN shelves USING (shelf)`,
    )
    .all();
  checkNames(course, 'the backup', kept, new Map(rows.map(({ key, name }) => [key, name])));
}

function checkNames(
  course: Course,
  what: string,
  kept: readonly Item[],
  names: ReadonlyMap<string, string>,
): void {
  for (const item of kept) {
    const name = names.get(keyOf(item));
    if (name !== item.name)
      fault(course, 'lost', `in ${what} ${keyOf(item)} is ${name ?? 'gone'}, not ${item.name}`);
  }
}

/** Queries the store and closes it cleanly. */
function select(course: Course): Companion {
  const { done } = sqlite3(course, `.timeout 30000\nSELECT count(*) FROM records;\nPRAGMA quick_check;`);
  return {
    async finish() {
      const { code, stdout, stderr } = await done;
      if (ended(course, 'a query by sqlite3', code, stderr) && !stdout.endsWith('ok\n'))
        fault(course, 'integrity', `sqlite3 says: ${stdout}`);
    },
  };
}

function sqlite3({ site }: Course, script: string) {
  const child = Bun.spawn(['sqlite3', '-batch', `${site.database}`], {
    stdin: new Blob([script]),
    stdout: 'pipe',
    stderr: 'pipe',
  });
  const all = Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  const done = all.then(([stdout, stderr, code]) => ({ stdout, stderr, code }));
  return { done, kill: () => child.kill('SIGKILL') };
}

const line = z.looseObject({ kind: z.string(), name: z.string().optional() });

function exportAll(course: Course): Companion {
  const kept = untouched(course);
  const { ended: done } = startCommand(['export'], { env: course.site.env });
  return {
    async finish() {
      const { code, stdout, stderr } = await done;
      if (!ended(course, 'an export', code, stderr)) return;
      const lines = stdout.split('\n').filter(Boolean);
      const names = lines.flatMap((text): [string, string][] => {
        const record = line.parse(JSON.parse(text));
        const { kind, name = '' } = record;
        return isContent(kind) ? [[`${kind}/${idIn(kind, record)}`, name]] : [];
      });
      checkNames(course, 'an export', kept(), new Map(names));
    },
  };
}

function status(course: Course): Companion {
  const { ended: done } = startCommand(['status', '--json'], { env: course.site.env });
  return {
    async finish() {
      const { code, stderr } = await done;
      ended(course, 'status', code, stderr);
    },
  };
}
