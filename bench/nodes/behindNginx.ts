import { join } from 'node:path';
import type { Rounds } from '../Bench.ts';
import type { SiteNode } from '../faults/openSite.ts';
import { loadWorkload } from '../loadWorkload.ts';
import { median } from '../median.ts';
import { usageOf } from '../processes.ts';
import { freePort, opened, stopped } from '../references.ts';
import { workloads } from '../workloads.ts';

/** Some nodes behind nginx; CPU time per request in microseconds, of the nodes and of nginx. */
export type Behind = {
  readonly nodes: number;
  readonly perSecond: number;
  readonly p99: number;
  readonly nodeCpu: number;
  readonly nginxCpu: number;
};

/** Loads one, two and three nodes behind a load balancer that caches nothing. */
export async function behindNginx(
  nodes: readonly SiteNode[],
  headers: Readonly<Record<string, string>>,
  rounds: Rounds & { readonly folder: string },
  items: number,
): Promise<readonly Behind[]> {
  const results: Behind[] = [];
  const { lists } = workloads(items);
  for (let count = 1; count <= nodes.length; count++) {
    const used = nodes.slice(0, count);
    const nginx = await startBalancer(rounds.folder, used);
    const turns: Omit<Behind, 'nodes'>[] = [];
    // The first round does not count: the just-in-time compiler of the new node warms up.
    for (let n = 0; n <= rounds.count; n++) {
      const cpu = () => used.reduce((sum, { running }) => sum + usageOf(running.pid).cpuSeconds, 0);
      const before = cpu();
      const load = await loadWorkload(nginx, lists, headers, rounds);
      const nodeCpu = ((cpu() - before) * 1e6) / load.requests;
      if (n > 0)
        turns.push({ perSecond: load.perSecond, p99: load.p99, nodeCpu, nginxCpu: load.cpuMicroseconds });
    }
    await stopped(nginx.child);
    const middle = (figure: keyof (typeof turns)[number]) => median(turns.map((turn) => turn[figure]));
    const result = {
      nodes: count,
      perSecond: middle('perSecond'),
      p99: middle('p99'),
      nodeCpu: middle('nodeCpu'),
      nginxCpu: middle('nginxCpu'),
    };
    rounds.tell(
      `${count} node(s) behind nginx: ${result.perSecond.toFixed(0)}/s, CPU ${result.nodeCpu.toFixed(1)} µs`,
    );
    results.push(result);
  }
  return results;
}

async function startBalancer(folder: string, nodes: readonly SiteNode[]) {
  const port = freePort();
  const config = join(folder, `balancer${nodes.length}.conf`);
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  const servers = nodes.map(({ address }) => `server ${new URL(address.url).host};`).join(' ');
  await Bun.write(
    config,
    `${user} worker_processes 1; daemon off; pid ${config}.pid; error_log ${config}.log;
events { worker_connections 1024; }
http {
  access_log off; keepalive_requests 1000000000;
  upstream nodes { ${servers} keepalive 64; keepalive_requests 1000000000; }
  server {
    listen 127.0.0.1:${port};
    location / { proxy_pass http://nodes; proxy_http_version 1.1; proxy_set_header Connection ""; }
  }
}`,
  );
  const child = Bun.spawn(['nginx', '-c', config], { stdout: 'ignore', stderr: 'ignore' });
  const url = `http://127.0.0.1:${port}`;
  await opened(url);
  return { url, pid: child.pid, child };
}
