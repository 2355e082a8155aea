import { type Running, startNewsstand } from '../newsstandProcess.ts';

/** A key that the old program made. */
export type Key = { readonly key: string; readonly secret: string };

/** What a program delivered: its status and JSON, or the type of a picture. */
export type Delivered = { readonly status: number; readonly body: unknown };

export type Answer = Delivered & { readonly as: 'reader' | 'preview'; readonly path: string };

/** What the fixture of a version holds besides its files, for each engine. */
export type Description = {
  /** The tag or commit of the program. */
  readonly revision: string;
  readonly sqlite: Filled;
  readonly postgres?: Filled;
};

export type Filled = {
  readonly reader: Key;
  readonly preview: Key;
  /** Of the operator ken, if there were operators. */
  readonly password?: string;
  readonly hasWebhook: boolean;
  readonly answers: readonly Answer[];
};

/** The same for all, so that the addresses of pictures can be compared. */
export const publicUrl = 'http://newsstand.test';

/** The instance of the items. */
export const press = { kind: 'news', projectId: 'acme', spaceId: 'web', instanceId: 'press' } as const;

const space = '/static/projects/acme/spaces/web';
const news = `${space}/news/instances/press/news`;
const banners = `${space}/banner/instances/top/banners`;
const everything = 'includeCategory=true&includeTags=true';

/** What is requested of the old program and of the new one; lists in an order that never changed. */
export const paths: readonly string[] = [
  `${news}?size=50&sort=createdAt:desc&${everything}`,
  `${news}?size=50&sort=createdAt:desc&search=${encodeURIComponent('新商品')}`,
  ...['hello', 'n3', 'n4', 'n5', 'n6'].map((id) => `${news}/${id}`),
  `${banners}?size=50&sort=createdAt:desc`,
  `${space}/collection/medias`,
  `${space}/collection/categories`,
  `${space}/collection/tags`,
];

/** Starts a service of this version, or of another one; `url` is where it listens, not what it calls itself. */
export async function serve(env: Readonly<Record<string, string>>, program?: string): Promise<Running> {
  const probe = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data() {} } });
  probe.stop(true);
  const settings = { ...env, NEWSSTAND_PUBLIC_URL: publicUrl };
  const running = await startNewsstand(['--port', `${probe.port}`], settings, undefined, [], program);
  return { ...running, url: `http://127.0.0.1:${probe.port}` };
}

/** What a service delivers. */
export async function answerOf(url: string, path: string, { key, secret }: Key): Promise<Delivered> {
  const headers = { 'x-svc-ac-api-key': key, 'x-svc-ac-api-secret': secret };
  const response = await fetch(url + path, { headers });
  // Problems are described in other words in every version.
  return { status: response.status, body: response.ok ? await response.json() : null };
}
