/**
 * Changes items at a fixed rate until it is stopped. Prints a line after the first change, and at the end the number of
 * changes. Arguments: the store, the number of items, changes per second.
 */
import { openStore } from '../packages/server/src/store/openStore.ts';
import { changeItem } from './changeItem.ts';
import { newsId, seededRandom } from './content.ts';

const [url = '', items = '0', perSecond = '10'] = Bun.argv.slice(2);
const store = await openStore(url);
const random = seededRandom(Date.now());
let changed = 0;
process.on('SIGTERM', () => {
  process.stdout.write(`${changed}\n`);
  process.exit(0);
});

for (let due = Date.now(); ; due += 1000 / Number(perSecond)) {
  await Bun.sleep(Math.max(0, due - Date.now()));
  await changeItem(store, newsId(Math.floor(random() * Number(items))), `changed ${due.toFixed(0)} 変更`);
  if (changed++ === 0) process.stdout.write('at work\n');
}
