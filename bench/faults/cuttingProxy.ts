import { createServer, connect as dial, type Socket } from 'node:net';

/** A proxy to another port that cuts its connections again and again. */
export type CuttingProxy = {
  readonly port: number;
  /** How often it has cut them so far. */
  cuts(): number;
  /** Lets everything through from now on. */
  mend(): void;
  [Symbol.dispose](): void;
};

/**
 * Passes bytes on in both directions. Whenever the next number of bytes has come back from the other side, all
 * connections are cut.
 */
export async function openCuttingProxy(target: number, after: readonly number[]): Promise<CuttingProxy> {
  const open = new Set<Socket>();
  const limits = [...after];
  let passed = 0;
  let cuts = 0;

  function cutAll(): void {
    for (const socket of open) socket.destroy();
  }

  function count(bytes: number): void {
    const [limit] = limits;
    passed += bytes;
    if (limit === undefined || passed < limit) return;
    limits.shift();
    passed = 0;
    cuts++;
    cutAll();
  }

  const server = createServer((near) => {
    const far = dial(target, '127.0.0.1');
    for (const [socket, other] of [[near, far] as const, [far, near] as const]) {
      open.add(socket);
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        open.delete(socket);
        other.destroy();
      });
    }
    far.on('data', (chunk) => count(chunk.length));
    near.pipe(far);
    far.pipe(near);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    port: typeof address === 'object' ? (address?.port ?? 0) : 0,
    cuts: () => cuts,
    mend: () => void limits.splice(0),
    [Symbol.dispose]() {
      cutAll();
      server.close();
    },
  };
}
