import { Database } from 'bun:sqlite';
import { migrate } from '../../packages/server/src/store/sqlite/migrations.ts';

/** A process that is killed when it has taken all steps, but not committed them. */
const [path = ''] = process.argv.slice(2);
const db = new Database(path, { create: false, readwrite: true });
// Next to nothing is kept in memory: by then, most of it lies in the file.
db.run('PRAGMA cache_size = 1');
db.run('BEGIN IMMEDIATE');
await migrate(db);
process.kill(process.pid, 'SIGKILL');
