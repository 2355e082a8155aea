import { join } from 'node:path';
import type { Bookmark } from '../../packages/server/src/store/Store.ts';
import { type Item, inWords, isSame } from './book.ts';
import { type Course, fault, nextStamp } from './course.ts';
import { basePicture, bodyOf, isContent, shelfPath } from './items.ts';
import { judge, judgeLedger, type Seen } from './judge.ts';
import { lookAtNode, type View } from './look.ts';
import { integrityFaults, lookAtStore } from './lookAtStore.ts';
import { eventually, sendRequest } from './sendRequest.ts';
import { ownIds, type TortureNode } from './site.ts';

/**
 * Compares everything that can be seen with the book, and continues with what was seen. Nobody may write meanwhile.
 * Returns the bookmark of the store.
 */
export async function assess(course: Course, last: Bookmark | undefined): Promise<Bookmark | undefined> {
  const { site } = course;
  await writeBeacon(course);
  const [first, ...others] = await lookAtAll(course);
  if (first === undefined) return last;
  const verdict = judge(course.book, first.view.seen);
  course.book = verdict.book;
  course.tally.found += verdict.found;
  const appended = judgeLedger(course.ledger, first.view.ledger);
  course.ledger.confirmed = [...first.view.ledger];
  course.tally.found += course.ledger.unclear.filter((entry) => first.view.ledger.includes(entry)).length;
  course.ledger.unclear = [];
  for (const { type, text } of [...verdict.faults, ...appended]) fault(course, type, text);
  for (const { name, view } of others) compareViews(course, `${first.name} and ${name}`, first.view, view);
  const store = await lookAtStore(site.databaseUrl, last);
  for (const { type, text } of store.faults) fault(course, type, text);
  compareNames(course, first.view.seen, store.names);
  assessFiles(course);
  return store.bookmark;
}

/** SQLite's checks of all databases of a site. */
export function assessFiles(course: Course): void {
  for (const { type, text } of databasesOf(course).flatMap(integrityFaults)) fault(course, type, text);
}

/** A write after all others. Once it is confirmed, no earlier one can take effect any more. */
async function writeBeacon(course: Course): Promise<void> {
  const { nodes, operator } = course.site;
  const stamp = nextStamp(course, ownIds.beacon);
  const item: Item = {
    ...{ kind: 'news', id: ownIds.beacon, name: stamp, status: 'published', text: '', picture: basePicture },
  };
  const path = `${shelfPath('news')}/${ownIds.beacon}`;
  const headers = { ...operator, 'content-type': 'application/json', 'if-match': '*' };
  const [first] = nodes;
  if (first === undefined) return;
  const url = `${first.running.managementUrl}/manage/v1${path}`;
  await eventually(`${first.name} accepts no writes`, async () => {
    const response = await sendRequest(url, { method: 'PUT', headers, body: JSON.stringify(bodyOf(item)) });
    return response?.isDone ? undefined : `${response?.status} ${response?.text}`;
  });
  for (const node of nodes) await shows(course, node, path, stamp);
}

/** Checks every process of a node: connections are distributed over them. */
async function shows({ site }: Course, node: TortureNode, path: string, stamp: string): Promise<void> {
  const { preview } = site;
  for (let looks = 0; looks < looksAt(node); looks++) {
    await eventually(`${node.name} does not show what was written`, async () => {
      const response = await sendRequest(`${node.running.url}/static${path}`, { headers: preview });
      return response?.text.includes(`"name":"${stamp}"`)
        ? undefined
        : `${response?.status} ${response?.text}`;
    });
  }
}

/** How many requests it takes until each worker of a node has most likely answered one. */
function looksAt({ args }: TortureNode): number {
  return args.includes('--workers') ? 3 : 1;
}

type Named = { readonly name: string; readonly view: View };

async function lookAtAll(course: Course): Promise<readonly Named[]> {
  const all: Named[] = [];
  for (const node of course.site.nodes) {
    for (let looks = 0; looks < looksAt(node); looks++) {
      all.push({ name: node.name, view: await lookAtNode(course, node) });
    }
  }
  return all;
}

function compareViews(course: Course, who: string, one: View, other: View): void {
  for (const key of new Set([...one.seen.keys(), ...other.seen.keys()])) {
    const [mine, theirs] = [one.seen.get(key) ?? null, other.seen.get(key) ?? null];
    if (!isSame(mine, theirs))
      fault(course, 'disagreement', `${who}: ${key} is ${inWords(mine)} and ${inWords(theirs)}`);
  }
  if (one.ledger.join(' ') !== other.ledger.join(' ')) fault(course, 'disagreement', `${who}: the ledger`);
}

function compareNames(course: Course, seen: Seen, names: ReadonlyMap<string, string>): void {
  const own = new Set([...Object.values(ownIds).map((id) => `news/${id}`), `media/${basePicture}`]);
  const delivered = [...seen].filter(([, { kind }]) => isContent(kind));
  const shown = new Map(delivered.map(([key, { name }]) => [key, name]));
  for (const key of new Set([...shown.keys(), ...names.keys()])) {
    if (own.has(key) || shown.get(key) === names.get(key)) continue;
    const text = `${key} is ${shown.get(key) ?? 'gone'} to readers and ${names.get(key) ?? 'gone'} in the store`;
    fault(course, 'disagreement', text);
  }
}

/** The store itself, or the mirrors of a PostgreSQL store. */
function databasesOf({ site: { database, nodes } }: Course): readonly string[] {
  if (database !== undefined) return [database];
  return nodes.flatMap(({ env }) => {
    const folder = env['NEWSSTAND_DATA'] ?? '';
    return [...new Bun.Glob('mirror-*.db').scanSync(folder)].map((name) => join(folder, name));
  });
}
