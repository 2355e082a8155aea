/**
 * The process that writes, records what was confirmed and retries what was not, controlled by its parent.
 */
import { join } from 'node:path';
import { openStore } from '../../packages/server/src/store/openStore.ts';
import type { Store } from '../../packages/server/src/store/Store.ts';
import type { FromWriter, ToWriter } from './messages.ts';
import { planStep, stepNow, takeStep } from './steps.ts';

const book = new Map<string, string | null>();
const retryMilliseconds = 100;
let isStopping = false;
let isUpgraded = false;

process.on('message', (message: ToWriter) => void obey(message));
process.on('disconnect', () => process.exit());
tell({ type: 'ready' });

async function obey(message: ToWriter): Promise<void> {
  if (message.type === 'stop') isStopping = true;
  else if (message.type === 'upgrade') isUpgraded = true;
  else await write(message);
}

async function write(start: Extract<ToWriter, { type: 'start' }>): Promise<void> {
  const { url, items, perSecond, program } = start;
  let isOwn = program === undefined;
  let store = await (isOwn ? openStore(url) : openBy(program ?? '', url));
  let step = await store.read(stepNow);
  while (!isStopping) {
    const due = Date.now() + 1000 / perSecond;
    const plan = planStep(++step, items, book);
    let wasThere = false;
    let attempts = 0;
    for (let isDone = false; !isDone; ) {
      attempts++;
      try {
        if (isUpgraded && !isOwn) {
          await store.close();
          store = await openStore(url);
          isOwn = true;
        }
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

/** Opens the store with the code of another program. */
async function openBy(program: string, url: string): Promise<Store> {
  const other: { openStore: typeof openStore } = await import(
    join(program, 'packages/server/src/store/openStore.ts')
  );
  return await other.openStore(url);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function tell(message: FromWriter): void {
  process.send?.(message);
}
