/** A space with one picture and so many items. */
export function placeContent(projectId: string, amount: number): readonly object[] {
  const place = { projectId, spaceId: 'web' };
  const media = {
    kind: 'media',
    ...place,
    mediaId: 'm',
    name: 'M',
    type: 'image',
    accessUrl: 'https://example.com/m.jpg',
  };
  const values = { title: 'T', body: { text: 'x'.repeat(500) }, thumbnail: { mediaId: 'm' } };
  const news = Array.from({ length: amount }, (_, index) => ({
    ...{ kind: 'news', ...place, instanceId: 'press', contentId: `n${index}`, name: `N ${index}` },
    ...{ status: 'published', values },
  }));
  return [media, ...news];
}

/** What a reader is told: all of it, or that it is not there. */
export type Told = 'all' | 'none' | `unexpected ${string}`;

/** Between two requests it may move: then both are told of everything, and never nothing of both. */
export const movedSteps = ['all none,none all', 'all none,all all,none all'];

/** What is told of each ID, one right after the other, while something is done; the same twice in a row counts once. */
export async function whileReading(
  ask: (spaceId: string) => Promise<Told>,
  work: () => Promise<unknown>,
): Promise<readonly string[]> {
  const seen: string[] = [];
  let isOver = false;
  const look = async () => void seen.push(`${await ask('web')} ${await ask('site')}`);
  const reading = (async () => {
    while (!isOver) {
      await look();
      await Bun.sleep(20);
    }
  })();
  await work();
  isOver = true;
  await reading;
  // It may have moved between the last two requests.
  await look();
  return seen.filter((each, at, all) => each !== all[at - 1]);
}
