/** What a preview link is about, and the credentials in it. */
export type Link = {
  readonly projectId: string;
  readonly spaceId: string;
  readonly app: 'news' | 'banner';
  readonly instanceId: string;
  readonly contentId: string;
  readonly key: string;
  readonly secret: string;
};

/**
 * Reads the fragment of a preview link, which browsers send to nobody: `project/space/app/instance/item/token`. Undefined
 * if a part is missing.
 */
export function readLink(fragment: string): Link | undefined {
  const [projectId, spaceId, app, instanceId, contentId, token, ...rest] = fragment
    .replace(/^#/, '')
    .split('/');
  const [, key, secret] = /^([\w-]{1,200})\.([\w-]{1,200})$/.exec(token ?? '') ?? [];
  const isApp = app === 'news' || app === 'banner';
  if (!isApp || !projectId || !spaceId || !instanceId || !contentId || !key || !secret || rest.length > 0)
    return undefined;
  return { projectId, spaceId, app, instanceId, contentId, key, secret };
}
