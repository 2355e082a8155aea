import { writeSync } from 'node:fs';
import { openStore } from '../../store/openStore.ts';
import { copyStore } from '../copy/copyStore.ts';

/** A process that a test kills: a copy that stops in the middle of its transaction. */
const [from = '', to = ''] = process.argv.slice(2);
await copyStore({
  from: await openStore(from),
  to: await openStore(to),
  onProgress: ({ done }) => {
    // By now only some batches are in the target.
    if (done < 1500) return;
    writeSync(1, 'copying\n');
    Bun.sleepSync(1_000_000);
  },
});
