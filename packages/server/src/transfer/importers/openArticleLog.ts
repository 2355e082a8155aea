import { closeSync, mkdirSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { isObject } from '@newsstand/contract';
import { explainFullDisk } from '../../files/fileErrors.ts';
import type { ArticleNotes } from './ImportSummary.ts';

/** Where the notes about an article are in the log. */
export type LogPlace = { readonly at: number; readonly bytes: number };

/** The notes about articles, kept on disk: an import may be larger than memory. */
export type ArticleLog = Disposable & {
  write(notes: ArticleNotes): void;
  /** All notes, in order. */
  read(): Iterable<LogPlace & { readonly notes: ArticleNotes }>;
  readAt(place: LogPlace): ArticleNotes;
};

const flushAfterBytes = 1 << 18;

/** Opens an empty log. Its file is unlinked at once, so that even a killed process leaves nothing behind. */
export function openArticleLog(folder: string): ArticleLog {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, `report-${crypto.randomUUID()}.tmp`);
  const file = openSync(path, 'wx+', 0o600);
  rmSync(path);
  /** Where each line begins, and where the last one ends. */
  const starts = [0];
  let waiting: Buffer[] = [];
  let waitingBytes = 0;

  function flush(): void {
    const lines = Buffer.concat(waiting);
    const at = endOf(starts) - lines.length;
    try {
      for (let done = 0; done < lines.length; )
        done += writeSync(file, lines, done, lines.length - done, at + done);
    } catch (error) {
      throw explainFullDisk(error, folder);
    }
    waiting = [];
    waitingBytes = 0;
  }

  function readAt({ at, bytes }: LogPlace): ArticleNotes {
    flush();
    const line = Buffer.alloc(bytes);
    for (let done = 0; done < bytes; ) {
      const count = readSync(file, line, done, bytes - done, at + done);
      if (count === 0) throw new Error('the log of articles is damaged');
      done += count;
    }
    const notes: unknown = JSON.parse(line.toString());
    if (!isNotes(notes)) throw new Error('the log of articles is damaged');
    return notes;
  }

  return {
    write(notes) {
      const line = Buffer.from(JSON.stringify(notes));
      waiting.push(line);
      waitingBytes += line.length;
      starts.push(endOf(starts) + line.length);
      if (waitingBytes >= flushAfterBytes) flush();
    },
    *read() {
      for (const [index, end] of starts.entries()) {
        const at = starts[index - 1];
        if (at === undefined) continue;
        const place = { at, bytes: end - at };
        yield { ...place, notes: readAt(place) };
      }
    },
    readAt,
    [Symbol.dispose]: () => closeSync(file),
  };
}

function endOf(starts: readonly number[]): number {
  return starts.at(-1) ?? 0;
}

/** This process wrote the file, and no other can reach it, so its lines are not validated a second time. */
function isNotes(value: unknown): value is ArticleNotes {
  return isObject(value) && Array.isArray(value['remarks']);
}
