import { mkdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { z } from 'zod';

/** The root of the repository. */
export const root = join(import.meta.dir, '../..');

/** Reads a file of the repository. */
export async function read(path: string): Promise<string> {
  return await Bun.file(join(root, path)).text();
}

const variables = z.record(z.string(), z.string());

/** The variables that an image sets, from `ENV` in the Dockerfile. */
export async function imageEnvironment(): Promise<Record<string, string>> {
  const [, text = ''] = /^ENV ((?:.*\\\n)*.*)$/m.exec(await read('Dockerfile')) ?? [];
  return variables.parse(
    Object.fromEntries([...text.matchAll(/(\w+)=(\S+)/g)].map(([, name, value]) => [name, value])),
  );
}

/** The user and group of the image. */
export async function imageUser(): Promise<readonly number[]> {
  const [, user, group] = /^USER (\d+):(\d+)$/m.exec(await read('Dockerfile')) ?? [];
  return [Number(user), Number(group)];
}

/** The version of the package. */
export async function packageVersion(): Promise<string> {
  return z.object({ version: z.string() }).parse(JSON.parse(await read('package.json'))).version;
}

const health = z.object({ test: z.array(z.string()) });
const service = z.object({
  image: z.string(),
  environment: variables.optional(),
  ports: z.array(z.string()).optional(),
  volumes: z.array(z.string()).optional(),
  tmpfs: z.array(z.string()).optional(),
  restart: z.string(),
  read_only: z.boolean(),
  cap_drop: z.array(z.string()),
  security_opt: z.array(z.string()),
  stop_grace_period: z.string().optional(),
  mem_limit: z.string().optional(),
  healthcheck: health.optional(),
  depends_on: z.record(z.string(), z.object({ condition: z.string() })).optional(),
  networks: z.record(z.string(), z.object({ ipv4_address: z.string() })).optional(),
});
const compose = z.object({
  services: z.record(z.string(), service),
  volumes: z.record(z.string(), z.null()),
});

/** A compose file, as far as it is checked. */
export type Compose = z.infer<typeof compose>;

/** Reads a compose file, with values for its variables, or else their names. */
export async function readCompose(path: string, values: Record<string, string> = {}): Promise<Compose> {
  const text = await read(path);
  const filled = text.replaceAll(/\$\{(\w+):\?\}/g, (_, name: string) => values[name] ?? name);
  return compose.parse(Bun.YAML.parse(filled));
}

/** The names of the variables that a compose file demands. */
export async function composeVariables(path: string): Promise<ReadonlySet<string>> {
  return new Set([...(await read(path)).matchAll(/\$\{(\w+):\?\}/g)].map(([, name = '']) => name));
}

/** What the compose file mounts into nginx. */
const nginxFiles = [
  'ops/container/nginx.conf',
  'docs/scaling/nginx-common.conf',
  'docs/scaling/nginx-media.conf',
];

/** Writes the files of nginx to a folder, with folders in it instead of those in the image; returns the options for nginx. */
export async function writeNginxFiles(folder: string): Promise<readonly string[]> {
  for (const name of ['cache', 'log']) await mkdir(join(folder, name));
  for (const path of nginxFiles) {
    const text = (await read(path))
      .replaceAll('/var/cache/nginx', join(folder, 'cache'))
      .replaceAll('/var/log/nginx', join(folder, 'log'))
      .replaceAll('/tmp/nginx.pid', join(folder, 'nginx.pid'))
      .replaceAll('/dev/stdout', join(folder, 'log/access.log'));
    await Bun.write(join(folder, basename(path)), text);
  }
  return ['-p', folder, '-c', join(folder, 'nginx.conf')];
}
