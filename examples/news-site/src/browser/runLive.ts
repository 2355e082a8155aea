/** Pages that lost track do not all ask at once. */
const mostDelayMilliseconds = 3000;

/** Tells that there are new stories, and shows them on demand: nothing moves under a reader's eyes. */
export function runLive(): void {
  const stories = document.querySelector<HTMLElement>('#stories');
  const button = document.querySelector<HTMLButtonElement>('.fresh button');
  if (!stories || !button) return;
  const { list = '' } = stories.dataset;
  const { one = '', many = '' } = button.dataset;
  let { since = '' } = stories.dataset;
  let source: EventSource | undefined;
  const fresh = new Set<string>();

  const offer = (paths: readonly string[]) => {
    const known = pathsIn(stories);
    for (const path of paths) if (!known.has(path)) fresh.add(path);
    button.textContent = fresh.size === 1 ? one : many.replace('#', String(fresh.size));
    button.hidden = fresh.size === 0;
  };
  const listen = () => {
    source = new EventSource(`/live?${new URLSearchParams({ since })}`);
    source.addEventListener('story', ({ data, lastEventId }) => {
      since = lastEventId;
      const { path, lists }: { path: string; lists: string[] } = JSON.parse(data);
      if (lists.includes(list)) offer([path]);
    });
    source.addEventListener('reset', ({ lastEventId }) => {
      since = lastEventId;
      setTimeout(async () => {
        const now = await readStories().catch(() => undefined);
        if (now) offer([...pathsIn(now)]);
      }, Math.random() * mostDelayMilliseconds);
    });
  };
  const show = async () => {
    const now = await readStories();
    const known = pathsIn(stories);
    stories.replaceChildren(...now.childNodes);
    const added = [...stories.querySelectorAll('.story')].filter((story) => !known.has(pathOf(story) ?? ''));
    for (const story of added) story.classList.add('new');
    fresh.clear();
    offer([]);
    // Readers of the screen go on where the stories are, others see them from the first.
    stories.focus({ preventScroll: true });
    stories.scrollIntoView({ block: 'start' });
  };
  button.addEventListener('click', () => {
    show().catch(() => location.reload());
  });

  // A page that nobody sees holds no connection: browsers have few for each site.
  const follow = () => {
    source?.close();
    if (!document.hidden) listen();
  };
  document.addEventListener('visibilitychange', follow);
  follow();
}

/** The stories as this page would show them now. */
async function readStories(): Promise<Element> {
  const answer = await fetch(location.href);
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  const stories = page.querySelector('#stories');
  if (!answer.ok || !stories) throw new Error(`status ${answer.status}`);
  return document.adoptNode(stories);
}

function pathsIn(stories: Element): Set<string> {
  const paths = [...stories.querySelectorAll('.story')].map(pathOf);
  return new Set(paths.filter((path) => path !== undefined));
}

/** The link of the heading; there may be others before it. */
function pathOf(story: Element): string | undefined {
  return story.querySelector('h2 a, h3 a')?.getAttribute('href') ?? undefined;
}
