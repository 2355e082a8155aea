import { demoPlace } from './demoRecords.ts';
import type { Demo } from './putDemo.ts';

const day = 86_400_000;

/** What to try first; on later starts, where the secrets are no longer known, how to go on. */
export function demoText(demo: Demo | undefined, url: string, now: number): string {
  if (demo === undefined) {
    const { projectId, spaceId } = demoPlace;
    return `
The store already holds something, so no demo content was added. Secrets are shown only once; for a new key:
  bin/newsstand key create --name me --project ${projectId} --space ${spaceId}
`;
  }
  const news = `${url}/static/projects/${demoPlace.projectId}/spaces/${demoPlace.spaceId}/news/instances`;
  const lines = [
    ['The newest three', `"${news}/press/news?size=3"`],
    ['Search in Japanese', `-G "${news}/press/news" --data-urlencode "search=新商品"`],
    ['One item, by its alias', `"${news}/blog/news/a-week-in-huila"`],
    [
      'A category, with details',
      `"${news}/press/news?category=products&includeCategory=true&includeTags=true"`,
    ],
  ] as const;
  return `
Demo content is on the shelves. These secrets are shown this once only; paste this into a shell:

KEY=${demo.reader.credential.key}
SECRET=${demo.reader.secret}
PREVIEW_KEY=${demo.preview.credential.key}
PREVIEW_SECRET=${demo.preview.secret}

${lines.map(([title, rest]) => `# ${title}\n${curl('KEY', 'SECRET', rest)}\n`).join('')}# What will be live in two days: only a preview key may ask
${curl('PREVIEW_KEY', 'PREVIEW_SECRET', `"${news}/press/news?previewAt=${now + 2 * day}&sort=createdAt:desc"`)}
`;
}

function curl(key: string, secret: string, rest: string): string {
  return `curl -s -H "x-svc-ac-api-key: $${key}" -H "x-svc-ac-api-secret: $${secret}" ${rest}`;
}
