import { connect, createServer } from 'node:net';

/** What becomes of what a client sends; the default is to pass it on. */
export type Fate = 'pass' | 'cut' | 'cutAnswer' | 'silence';

/** Something between a client and a server that loses what a test wants lost. */
export type Proxy = Disposable & { readonly port: number; decide: (sent: string) => Fate };

/** Passes connections on to a port of this machine. */
export function startProxy(target: number): Proxy {
  const proxy = { decide: (_sent: string): Fate => 'pass' };
  const server = createServer((client) => {
    const behind = connect(target, '127.0.0.1');
    let fate: Fate = 'pass';
    client.on('data', (bytes) => {
      if (fate === 'pass') fate = proxy.decide(bytes.toString('latin1'));
      if (fate === 'cut') behind.destroy();
      if (fate === 'pass' || fate === 'cutAnswer') behind.write(bytes);
    });
    behind.on('data', (bytes) => {
      if (fate === 'pass') client.write(bytes);
      if (fate === 'cutAnswer') client.destroy();
    });
    behind.on('close', () => client.destroy()).on('error', () => {});
    // A client that nobody hears has not said goodbye either.
    client.on('close', () => fate !== 'silence' && behind.end()).on('error', () => {});
  }).listen(0, '127.0.0.1');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return Object.assign(proxy, { port, [Symbol.dispose]: () => void server.close() });
}
