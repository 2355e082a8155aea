/** The process that reads, controlled by its parent: other work there does not distort the times. */
import { type SteadyLoad, steadyLoad } from '../steadyLoad.ts';
import type { FromReaders, Reading, ToReaders } from './messages.ts';
import { isPlausible, readerPaths } from './readerPaths.ts';

const perSecond = 1000;
const referencePerSecond = 200;

let path: (() => string) | undefined;
let loads: readonly SteadyLoad[] = [];

process.on('message', (message: ToReaders) => void obey(message));
process.on('disconnect', () => process.exit());
tell({ type: 'ready' });

async function obey(message: ToReaders): Promise<void> {
  if (message.type === 'start') {
    loads = await start(message.reading);
    tell({ type: 'started' });
  } else if (message.type === 'forget') {
    for (const load of loads) load.forget();
  } else {
    const [service, reference] = await Promise.all(loads.map((load) => load.stop()));
    if (service !== undefined && reference !== undefined)
      tell({ type: 'report', report: { service, reference } });
  }
}

/** Paths continue where they ended last time, so that those that are all different stay so. */
async function start({ url, headers, items, referenceUrl }: Reading): Promise<readonly SteadyLoad[]> {
  path ??= readerPaths(items);
  return [
    await steadyLoad({ url, headers, path, perSecond, isPlausible }),
    await steadyLoad({
      ...{ url: referenceUrl, headers, path: () => '/', perSecond: referencePerSecond, connections: 4 },
    }),
  ];
}

function tell(message: FromReaders): void {
  process.send?.(message);
}
