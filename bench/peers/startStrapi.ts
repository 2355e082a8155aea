import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort, opened, type Reference } from '../references.ts';
import { scratchInstall } from '../scratchInstall.ts';

const project = join(import.meta.dir, 'strapi');

/** Installs Strapi in a scratch folder if necessary, loads our content into it, and starts it. */
export async function startStrapi(content: string, isClean: boolean): Promise<Reference> {
  const scratch = await scratchInstall(project, 'strapi', isClean);
  await mkdir(join(scratch, 'public/uploads'), { recursive: true });
  for (const file of ['data.db', 'data.db-wal', 'data.db-shm'])
    await rm(join(scratch, file), { force: true });
  const port = freePort();
  const env = environment(port);
  await run(scratch, ['node', 'seed.js', content], env);
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

/** Production mode, with throwaway secrets. */
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

async function run(
  scratch: string,
  command: readonly string[],
  env: Record<string, string | undefined>,
): Promise<void> {
  console.log(`strapi: ${command.slice(0, 2).join(' ')} ...`);
  const child = Bun.spawn([...command], { cwd: scratch, env, stdout: 'ignore', stderr: 'inherit' });
  if ((await child.exited) !== 0) throw new Error(`strapi: ${command[0]} ${command[1]} failed in ${scratch}`);
}
