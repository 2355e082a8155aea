import { connect, createServer } from 'node:net';

/** What becomes of what a client sends; the default is to pass it on. */
export type Fate = 'pass' | 'cut' | 'cutAnswer' | 'silence';

/** Something between a client and a server that loses what a test wants lost. */
export type Proxy = Disposable & {
  readonly port: number;
  decide: (sent: string) => Fate;
  /** From now on nothing more comes through on connections on which some text was sent. */
  silence: (sent: string) => void;
};

/** Passes connections on to a port of this machine. */
export function startProxy(target: number): Proxy {
  const silencers = new Set<(sent: string) => void>();
  const proxy = {
    decide: (_sent: string): Fate => 'pass',
    silence: (sent: string) => {
      for (const silencer of silencers) silencer(sent);
    },
  };
  const server = createServer((client) => {
    const behind = connect(target, '127.0.0.1');
    let fate: Fate = 'pass';
    let all = '';
    silencers.add((sent) => {
      if (all.includes(sent)) fate = 'silence';
    });
    client.on('data', (bytes) => {
      all += bytes.toString('latin1');
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
