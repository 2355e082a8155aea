import { openStore } from '../../store/openStore.ts';
import { copyStore } from '../../transfer/copy/copyStore.ts';
import { exitOnSignals } from '../exitOnSignals.ts';

/** A copy at which someone presses Ctrl-C in the middle. */
const [from = '', to = ''] = process.argv.slice(2);
let isInterrupted = false;
exitOnSignals();
await copyStore({
  from: await openStore(from),
  to: await openStore(to),
  onProgress: ({ done }) => {
    if (isInterrupted || done < 1000) return;
    isInterrupted = true;
    process.kill(process.pid, 'SIGINT');
  },
});
