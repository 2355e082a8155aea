import type { Issued } from '../../management/issueCredential.ts';
import { demoPlace } from './demoPlace.ts';

/** The keys of the demo, with their secrets, which are known at this moment only. */
type DemoKeys = { readonly reader: Issued; readonly preview: Issued };

/** Addresses for a browser. */
export type Sights = { readonly picture: string | undefined; readonly banner: string | undefined };

const day = 86_400_000;

/** How the demo is shown, part by part. */
export const demoText = { keys, requests, refusal };

/** For later starts, where the secrets are no longer known: how to go on. */
function refusal(): string {
  const { projectId, spaceId } = demoPlace;
  return `
The store already holds something, so no demo content was added. Secrets are shown only once; for a new key:
  bin/newsstand key create --name me --project ${projectId} --space ${spaceId}
`;
}

function keys({ reader, preview }: DemoKeys): string {
  return `
Demo content is on the shelves. These secrets are shown this once only; paste this into a shell:

KEY=${reader.credential.key}
SECRET=${reader.secret}
PREVIEW_KEY=${preview.credential.key}
PREVIEW_SECRET=${preview.secret}
`;
}

/** What to try first. */
function requests(url: string, now: number, sights: Sights): string {
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
# In a browser: a picture, and a banner that moves
#   ${sights.picture}
#   ${sights.banner}
${lines.map(([title, rest]) => `# ${title}\n${curl('KEY', 'SECRET', rest)}\n`).join('')}# What will be live in two days: only a preview key may ask
${curl('PREVIEW_KEY', 'PREVIEW_SECRET', `"${news}/press/news?previewAt=${now + 2 * day}&sort=createdAt:desc"`)}
`;
}

function curl(key: string, secret: string, rest: string): string {
  return `curl -s -H "x-svc-ac-api-key: $${key}" -H "x-svc-ac-api-secret: $${secret}" ${rest}`;
}
