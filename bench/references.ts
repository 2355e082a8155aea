import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Server } from './measure.ts';
import { itemPath, newsPath } from './service.ts';

/** A server to compare the service with. */
export type Reference = Server & { stop(): Promise<void> };

/** The content coding of a response. */
export type Packing = 'identity' | 'gzip' | 'br';

/** nginx, which sends the service's responses from files, at the same paths. */
export type Nginx = { readonly [Way in Packing]: Server } & { stop(): Promise<void> };

type Headers = Readonly<Record<string, string>>;

/** Saves responses of the service as files for the references to send. */
export async function saveResponses(folder: string, service: Server, headers: Headers): Promise<void> {
  await mkdir(join(folder, 'www'), { recursive: true });
  const keep = async (path: string, packing: Packing, file: string) => {
    const sent = { ...headers, 'accept-encoding': packing };
    const response = await fetch(service.url + path, { headers: sent, decompress: false });
    if (!response.ok) throw new Error(`${path}: ${response.status}`);
    await Bun.write(join(folder, 'www', file), await response.arrayBuffer());
  };
  await keep(`${newsPath}?size=10`, 'identity', 'list');
  await keep(`${newsPath}?size=10`, 'gzip', 'list.gz');
  await keep(`${newsPath}?size=10`, 'br', 'list.br');
  await keep(itemPath, 'identity', 'item');
}

/**
 * nginx set up to send static files as fast as it can: one worker, no log, cached file handles.
 * It does not support brotli, so it sends the compressed bytes as an ordinary file with a fixed header.
 */
export async function startNginx(folder: string): Promise<Nginx> {
  const ports = { identity: freePort(), gzip: freePort(), br: freePort() };
  const server = (port: number, file: string, more = '') =>
    `server { listen 127.0.0.1:${port}; ${more} location = ${newsPath} { alias ${folder}/www/${file}; } location = ${itemPath} { alias ${folder}/www/item; } }`;
  const child = await runNginx(folder, 'application/json', [
    server(ports.identity, 'list'),
    server(ports.gzip, 'list', 'gzip_static on;'),
    server(ports.br, 'list.br', 'add_header Content-Encoding br;'),
  ]);
  const at = (port: number) => ({ url: `http://127.0.0.1:${port}`, pid: child.pid });
  await opened(at(ports.identity).url);
  return {
    identity: at(ports.identity),
    gzip: at(ports.gzip),
    br: at(ports.br),
    stop: () => stopped(child),
  };
}

/** nginx with the same settings, which sends one file at `/picture`. */
export async function startNginxFor(folder: string, file: string, type: string): Promise<Reference> {
  const port = freePort();
  const child = await runNginx(folder, type, [
    `server { listen 127.0.0.1:${port}; location = /picture { alias ${file}; } }`,
  ]);
  const url = `http://127.0.0.1:${port}`;
  await opened(url);
  return { url, pid: child.pid, stop: () => stopped(child) };
}

async function runNginx(folder: string, type: string, servers: readonly string[]): Promise<Bun.Subprocess> {
  const config = join(folder, 'nginx.conf');
  // If started by root, its worker would switch to a user who may not read our folder.
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  await Bun.write(
    config,
    `${user} worker_processes 1; daemon off; pid ${folder}/nginx.pid; error_log ${folder}/nginx.log;
events { worker_connections 1024; }
http {
  access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000000; default_type ${type};
  open_file_cache max=1000; open_file_cache_valid 1h;
  ${servers.join('\n  ')}
}`,
  );
  return Bun.spawn(['nginx', '-c', config], { stdout: 'ignore', stderr: 'ignore' });
}

/** The runtime by itself: the same bytes for every request, and nothing else. */
export async function startConstant(folder: string): Promise<Reference> {
  const port = freePort();
  const script = join(folder, 'constant.ts');
  await Bun.write(
    script,
    `const bytes = await Bun.file(${JSON.stringify(join(folder, 'www/list'))}).bytes();
const headers = new Headers({ 'content-type': 'application/json' });
Bun.serve({ hostname: '127.0.0.1', port: ${port}, development: false, reusePort: false,
  fetch: () => new Response(bytes, { headers }) });`,
  );
  const child = Bun.spawn([process.execPath, script], { stdout: 'ignore', stderr: 'inherit' });
  const url = `http://127.0.0.1:${port}`;
  await opened(url);
  return { url, pid: child.pid, stop: () => stopped(child) };
}

/** A port that is free now. */
export function freePort(): number {
  const listener = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data: () => {} } });
  const { port } = listener;
  listener.stop(true);
  return port;
}

/** Waits until a server responds with any status. */
export async function opened(url: string, seconds = 10): Promise<void> {
  for (let tries = 0; tries < seconds * 20; tries++) {
    const isOpen = await fetch(url).then(
      () => true,
      () => false,
    );
    if (isOpen) return;
    await Bun.sleep(50);
  }
  throw new Error(`${url} did not open within ${seconds} s`);
}

/** Stops a process and waits for its end. */
export async function stopped(child: Bun.Subprocess): Promise<void> {
  child.kill();
  await child.exited;
}
