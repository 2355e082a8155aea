import { cp, mkdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, opened, type Reference } from '../references.ts';

const project = join(import.meta.dir, 'strapi');

/** Kept from one run to the next: to install it takes minutes. */
const scratch = join(tmpdir(), 'newsstand-bench-strapi');

/** Installs Strapi in a scratch folder where it is not yet there, loads it with a file of ours, and starts it. */
export async function startStrapi(content: string, isClean: boolean): Promise<Reference> {
  if (isClean) await rm(scratch, { recursive: true, force: true });
  await cp(project, scratch, { recursive: true });
  await mkdir(join(scratch, 'public/uploads'), { recursive: true });
  await install();
  for (const file of ['data.db', 'data.db-wal', 'data.db-shm'])
    await rm(join(scratch, file), { force: true });
  const port = freePort();
  const env = environment(port);
  await run(['node', 'seed.js', content], env);
  const command = ['node', 'node_modules/@strapi/strapi/bin/strapi.js', 'start'];
  const child = Bun.spawn(command, { cwd: scratch, env, stdout: 'ignore', stderr: 'inherit' });
  const url = `http://127.0.0.1:${port}`;
  await opened(url, 120);
  return {
    url,
    pid: child.pid,
    async stop() {
      child.kill();
      await child.exited;
    },
  };
}

async function install(): Promise<void> {
  const wanted = await Bun.file(join(project, 'package.json')).text();
  const done = Bun.file(join(scratch, 'node_modules', '.installed'));
  if ((await done.exists()) && (await done.text()) === wanted) return;
  await run(
    ['npm', 'install', '--no-audit', '--no-fund', '--no-package-lock', '--loglevel=error'],
    process.env,
  );
  await Bun.write(done, wanted);
}

/** As in production, with secrets that are nobody's. */
function environment(port: number): Record<string, string | undefined> {
  const names = [
    'APP_KEYS',
    'ADMIN_JWT_SECRET',
    'API_TOKEN_SALT',
    'TRANSFER_TOKEN_SALT',
    'ENCRYPTION_KEY',
    'JWT_SECRET',
  ];
  const secrets = Object.fromEntries(names.map((name) => [name, crypto.randomUUID()]));
  const settings = { NODE_ENV: 'production', STRAPI_TELEMETRY_DISABLED: 'true', PORT: `${port}` };
  return { ...process.env, ...secrets, ...settings };
}

async function run(command: readonly string[], env: Record<string, string | undefined>): Promise<void> {
  console.log(`strapi: ${command.slice(0, 2).join(' ')} ...`);
  const child = Bun.spawn([...command], { cwd: scratch, env, stdout: 'ignore', stderr: 'inherit' });
  if ((await child.exited) !== 0) throw new Error(`strapi: ${command[0]} ${command[1]} failed in ${scratch}`);
}
