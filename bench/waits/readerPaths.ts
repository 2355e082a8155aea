import { newsId, seededRandom } from '../content.ts';
import { newsPath } from '../service.ts';
import { listPaths, searchPaths, unseen } from '../workloads.ts';

const hotList = `${newsPath}?size=10`;

/** What readers request, in turns: one item by ID, a hot list, lists and searches that are all different. */
export function readerPaths(items: number): () => string {
  const random = seededRandom(21);
  // Odd items are live, and nothing here deletes them.
  const item = () => `${newsPath}/${newsId(1 + 2 * Math.floor((random() * items) / 2))}`;
  const kinds = [item, () => hotList, unseen(listPaths(items)), unseen(searchPaths())];
  let turn = 0;
  return () => kinds[turn++ % kinds.length]?.() ?? item();
}

/** Whether a body can be the response to one of these paths. */
export function isPlausible(path: string, beginning: string): boolean {
  const id = /\/news\/([^/?]+)$/.exec(path)?.[1];
  if (id !== undefined) return beginning.includes(`"contentId":"${id}"`);
  return (
    beginning.startsWith('{"totalCount":') && !(path === hotList && beginning.startsWith('{"totalCount":0,'))
  );
}
