/** Reads large records beside the thread that delivers. */
import { Database } from 'bun:sqlite';
import { serveTasks } from '../../concurrency/openTaskThread.ts';
import type { Bookmark, RecordKey, StoredRecord } from '../Store.ts';
import { end, type Session } from './Session.ts';
import { isUnchangedSince } from './sqliteChanges.ts';
import { findRecord } from './sqliteReader.ts';

const patience = 1000;

const tasks = {
  /** A record of the store at a bookmark; undefined if it may have changed since. The caller has the store open. */
  read(asked: {
    readonly path: string;
    readonly key: RecordKey;
    readonly bookmark: Bookmark;
  }): StoredRecord | undefined {
    const db = new Database(asked.path, { readonly: true });
    const session: Session = { db, isOver: false };
    try {
      db.run(`PRAGMA busy_timeout = ${patience}`);
      db.run('BEGIN');
      if (!isUnchangedSince(session, asked.key, asked.bookmark)) return undefined;
      return findRecord(session, asked.key);
    } finally {
      end(session);
      db.close();
    }
  },
};

/** What the thread can be asked for. */
export type RecordTasks = typeof tasks;

serveTasks(tasks);
