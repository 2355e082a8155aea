import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { signPath } from '../../packages/server/src/media/picture/url/signPath.ts';
import { drawing } from '../../packages/server/src/media/testing/realFiles.ts';
import { type Running, runNewsstand, startNewsstand } from '../../tests/newsstandProcess.ts';
import { type Front, freePort } from '../../tests/scaling/frontFiles.ts';
import { startNginx } from '../../tests/scaling/startNginx.ts';
import { knowsKeys, startVarnish } from '../../tests/scaling/startVarnish.ts';
import { findProgram, noteMissing } from '../../tests/testing/lacks.ts';
import type { Guarded, Route } from './judge.ts';
import type { Keys, Site } from './makeRequest.ts';
import { grants, makeWorld } from './world.ts';

/** A service with hidden content, and the proxies of docs/scaling in front of it. */
export type OpenSite = {
  readonly site: Site;
  readonly guarded: Guarded;
  /** The ports of the routes; without those whose program is not installed. */
  readonly ports: ReadonlyMap<Route, number>;
  readonly managementUrl: string;
  /** The token of an operator who is a viewer of acme. */
  readonly viewerToken: string;
  readonly node: Running;
  close(): Promise<void>;
};

const mediaKey = 'a key that signs pictures, and is nobody’s business';

/** Opens the site. `between` can put something between the proxies and the node, and returns its address. */
export async function openSite(
  between = (address: string): string | Promise<string> => address,
): Promise<OpenSite> {
  const folder = await mkdtemp(join(tmpdir(), 'newsstand-fuzz-'));
  const varnishAddress = `127.0.0.1:${freePort()}`;
  const env = {
    NEWSSTAND_DATA: join(folder, 'data'),
    NEWSSTAND_LOG_LEVEL: 'warn',
    NEWSSTAND_SHARED_CACHE: 'true',
    NEWSSTAND_CDN_MAX_AGE: '86400',
    NEWSSTAND_MEDIA_KEY: mediaKey,
    NEWSSTAND_MEDIA_URL: 'http://media.test',
  };
  async function run(args: readonly string[], stdin = ''): Promise<string> {
    const { code, stdout, stderr } = await runNewsstand(args, { env, stdin });
    if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}: ${stderr}`);
    return stdout;
  }
  const createKey = async (...options: readonly string[]): Promise<Keys> =>
    issued.parse(JSON.parse(await run(['key', 'create', '--name', 'fuzz', '--json', ...options])));

  const world = makeWorld(Date.now());
  await run(['import', '-'], world.entries.map(({ line }) => `${JSON.stringify(line)}\n`).join(''));
  const [image] = await Promise.all([
    addPicture(folder, run),
    run(['operator', 'invite', 'vera', ...viewer]),
  ]);
  const [project, space, instance, preview, rival, revoked, token] = await Promise.all([
    createKey(...grants.project),
    createKey(...grants.space),
    createKey(...grants.instance),
    createKey(...grants.preview),
    createKey(...grants.rival),
    createKey(...grants.project),
    run(['operator', 'token', 'vera', '--name', 'fuzz', '--json']),
  ]);
  await run(['key', 'revoke', revoked.key]);
  const viewerToken = /nst_[\w-]+/.exec(token)?.[0] ?? '';
  const node = await startNewsstand([], env);
  const address = await between(new URL(node.url).host);
  const fronts = await startFronts(folder, varnishAddress, address);
  const keys = { project, space, instance, preview, rival };
  const all = [...Object.values(keys), revoked];
  return {
    site: { world, media: mediaPaths(image), keys, ended: [revoked] },
    guarded: {
      world,
      keys: all,
      secrets: new Map([
        ...all.map(({ secret }) => [secret, 'a secret'] as const),
        [viewerToken, 'the token of an operator'],
        [mediaKey, 'the key that signs pictures'],
        [folder, 'the folder of the data'],
        [join(import.meta.dir, '../..'), 'the folder of the program'],
      ]),
    },
    ports: new Map([
      ['direct', Number(new URL(node.url).port)],
      ...fronts.map(({ route, front }) => [route, Number(new URL(front.url).port)] as const),
    ]),
    managementUrl: node.managementUrl,
    viewerToken,
    node,
    async close() {
      for (const { front } of fronts) await front.stop();
      await node.end();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const issued = z.object({ key: z.string(), secret: z.string() });
const viewer = ['--name', 'Vera', '--role', 'viewer:acme'];

async function startFronts(
  folder: string,
  varnishAddress: string,
  address: string,
): Promise<readonly { readonly route: Route; readonly front: Front }[]> {
  const [nginx, varnishd] = [findProgram('nginx'), findProgram('varnishd')];
  const nodes = [address, address] as const;
  const fronts: { route: Route; front: Front }[] = [];
  if (nginx === undefined) noteMissing('nginx', 'the fuzzer through nginx');
  else fronts.push({ route: 'nginx', front: await startNginx(nginx, folder, 'nginx.conf', nodes) });
  if (varnishd === undefined || !(await knowsKeys(varnishd, folder)))
    noteMissing('varnish with varnish-modules', 'the fuzzer through Varnish');
  else fronts.push({ route: 'varnish', front: await startVarnish(varnishd, folder, varnishAddress, nodes) });
  return fronts;
}

/** Adds a picture; returns the name of its original. */
async function addPicture(
  folder: string,
  run: (args: readonly string[]) => Promise<string>,
): Promise<string> {
  const file = join(folder, 'picture.png');
  await Bun.write(file, await drawing(200, 150).png().toBuffer());
  const added = await run([
    'media',
    'add',
    file,
    '--project',
    'acme',
    '--space',
    'web',
    '--id',
    'picture',
    '--json',
  ]);
  return /originals\/([0-9a-f]{64}\.png)/.exec(added)?.[1] ?? '';
}

function mediaPaths(image: string): Site['media'] {
  const operations = [
    '20x15',
    '40x30/smart',
    'fit-in/60x60',
    '30x0/filters:grayscale()',
    '10x10/filters:format(webp)',
  ];
  const paths = operations.map((text) => `${text}/${image}`);
  return {
    signed: paths.map((path) => `/media/${signPath(mediaKey, path)}/${path}`),
    originals: [`/media/originals/${image}`],
  };
}
