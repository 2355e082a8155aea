import type { KeyView, Project } from '@newsstand/contract/manage';
import { type Credentials, clientSnippet, curlSnippet } from '../../parts/snippets.ts';

/** What a key can read. */
export type Grant = KeyView['grants'][number];

/** A list that a key can read. */
export type Example = {
  readonly projectId: string;
  readonly spaceId: string;
  readonly app: 'news' | 'banner' | 'media';
  readonly instanceId?: string;
};

const apps = ['news', 'banner'] as const;

/** A list that a grant covers, news before banners before media; undefined if there is none yet. */
export function exampleOf(grant: Grant, projects: readonly Project[]): Example | undefined {
  const spaces = projects.find(({ projectId }) => projectId === grant.projectId)?.spaces ?? [];
  const covered = spaces.filter(({ spaceId }) => grant.spaceId === undefined || grant.spaceId === spaceId);
  for (const app of apps) {
    for (const { spaceId, instances } of covered) {
      const found = instances.find(
        (each) =>
          each.app === app && (grant.instanceId === undefined || grant.instanceId === each.instanceId),
      );
      if (found) return { projectId: grant.projectId, spaceId, app, instanceId: found.instanceId };
    }
  }
  const [space] = covered;
  if (space === undefined || grant.instanceId !== undefined) return undefined;
  return { projectId: grant.projectId, spaceId: space.spaceId, app: 'media' };
}

/** The path of a list on the public listener. */
export function publicPath({ projectId, spaceId, app, instanceId }: Example): string {
  const space = `/static/projects/${projectId}/spaces/${spaceId}`;
  if (instanceId === undefined) return `${space}/collection/medias`;
  return `${space}/${app}/instances/${instanceId}/${app === 'news' ? 'news' : 'banners'}`;
}

/** A curl command for the first items of a list. */
export function curlExample(credentials: Credentials, example: Example): string {
  return curlSnippet(credentials, `${publicPath(example)}?size=3`);
}

/** The same with the client. */
export function clientExample(credentials: Credentials, example: Example): string {
  const { app, instanceId } = example;
  const reader = { news: `news('${instanceId}')`, banner: `banners('${instanceId}')`, media: 'media' }[app];
  return [
    clientSnippet(credentials, example),
    `const { totalCount, list } = await client.${reader}.list({ size: 3 });`,
    'console.log(totalCount, list.map(({ name }) => name));',
  ].join('\n');
}
