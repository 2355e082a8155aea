/**
 * The process that writes, records what was confirmed and retries what was not, controlled by its parent.
 */
import { openStore } from '../../packages/server/src/store/openStore.ts';
import type { FromWriter, ToWriter } from './messages.ts';
import { planStep, stepNow, takeStep } from './steps.ts';

const book = new Map<string, string | null>();
const retryMilliseconds = 100;
let isStopping = false;

process.on('message', (message: ToWriter) => void obey(message));
process.on('disconnect', () => process.exit());
tell({ type: 'ready' });

async function obey(message: ToWriter): Promise<void> {
  if (message.type === 'stop') isStopping = true;
  else await write(message);
}

async function write({ url, items, perSecond }: Extract<ToWriter, { type: 'start' }>): Promise<void> {
  const store = await openStore(url);
  let step = await store.read(stepNow);
  while (!isStopping) {
    const due = Date.now() + 1000 / perSecond;
    const plan = planStep(++step, items, book);
    let wasThere = false;
    let attempts = 0;
    for (let isDone = false; !isDone; ) {
      attempts++;
      try {
        wasThere = !(await store.write((writer) => takeStep(writer, plan)));
        isDone = true;
      } catch (error) {
        if (attempts === 1) console.error(`  the writer, step ${step}: ${messageOf(error)}`);
        await Bun.sleep(retryMilliseconds);
      }
    }
    for (const [id, name] of plan.outcome) book.set(id, name);
    tell({ type: 'commit', step, confirmedAt: Date.now(), attempts, wasThere });
    await Bun.sleep(Math.max(0, due - Date.now()));
  }
  tell({ type: 'book', book: [...book] });
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function tell(message: FromWriter): void {
  process.send?.(message);
}
