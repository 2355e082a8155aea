import { join } from 'node:path';

/** A server to hold ourselves against. */
export type Reference = { readonly url: string; stop(): Promise<void> };

/** nginx as it is set up to send static files as quickly as it can: one worker, no log, open files kept. */
export async function startNginx(folder: string): Promise<Reference> {
  const port = freePort();
  const root = join(folder, 'www');
  const config = join(folder, 'nginx.conf');
  await Bun.write(
    config,
    `worker_processes 1; daemon off; pid ${folder}/nginx.pid; error_log ${folder}/nginx.log;
events { worker_connections 1024; }
http {
  access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000000;
  open_file_cache max=1000; open_file_cache_valid 1h; default_type application/json; gzip_static on;
  server { listen 127.0.0.1:${port}; root ${root}; }
}`,
  );
  const child = Bun.spawn(['nginx', '-c', config], { stdout: 'ignore', stderr: 'ignore' });
  return await opened(`http://127.0.0.1:${port}`, child);
}

/** What the runtime can do at all: the same bytes for every request, and nothing else. */
export async function startConstant(folder: string, file: string): Promise<Reference> {
  const port = freePort();
  const script = join(folder, 'constant.ts');
  await Bun.write(
    script,
    `const bytes = await Bun.file(${JSON.stringify(file)}).bytes();
const headers = new Headers({ 'content-type': 'application/json' });
Bun.serve({ hostname: '127.0.0.1', port: ${port}, development: false, reusePort: false,
  fetch: () => new Response(bytes, { headers }) });`,
  );
  const child = Bun.spawn([process.execPath, script], { stdout: 'ignore', stderr: 'inherit' });
  return await opened(`http://127.0.0.1:${port}`, child);
}

function freePort(): number {
  const listener = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data: () => {} } });
  const { port } = listener;
  listener.stop(true);
  return port;
}

async function opened(url: string, child: Bun.Subprocess): Promise<Reference> {
  for (let tries = 0; tries < 100; tries++) {
    const isOpen = await fetch(url).then(
      () => true,
      () => false,
    );
    if (isOpen) return { url, stop: () => stopped(child) };
    await Bun.sleep(20);
  }
  throw new Error(`${url} did not open`);
}

async function stopped(child: Bun.Subprocess): Promise<void> {
  child.kill();
  await child.exited;
}
