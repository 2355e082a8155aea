import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import type { MailSettings, SmtpServer } from '../../config/Config.ts';

/** A mail as the server has received it. */
export type Received = { readonly from: string; readonly to: readonly string[]; readonly raw: string };

/** A refusal with a status of SMTP. */
export class Refusal extends Error {
  readonly responseCode: number;

  constructor(responseCode: number, message: string) {
    super(message);
    this.responseCode = responseCode;
  }
}

type Started = AsyncDisposable & {
  readonly port: number;
  readonly received: readonly Received[];
  /** How often a client has connected. */
  readonly connections: () => number;
  /** Called with each recipient, and with each mail before it is accepted. */
  onRecipient: (address: string) => void;
  onMail: (mail: Received) => void | Promise<void>;
  settings(more?: Partial<SmtpServer>): MailSettings;
};

/** Starts a real mail server that keeps what it receives. */
export async function startSmtp(options: SMTPServerOptions = {}): Promise<Started> {
  const received: Received[] = [];
  let connections = 0;
  const server = new SMTPServer({
    ...{ authOptional: true, disableReverseLookup: true, disabledCommands: ['STARTTLS'], closeTimeout: 1 },
    onConnect(_, done) {
      connections++;
      done();
    },
    onRcptTo({ address }, _, done) {
      try {
        started.onRecipient(address);
        done();
      } catch (error) {
        done(error instanceof Error ? error : new Error('no'));
      }
    },
    onData(stream, { envelope }, done) {
      const accept = async () => {
        const raw = Buffer.concat(await Array.fromAsync<Buffer>(stream)).toString();
        const { mailFrom, rcptTo } = envelope;
        const mail = {
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          raw,
        };
        await started.onMail(mail);
        received.push(mail);
      };
      accept().then(
        () => done(),
        (error: unknown) => done(error instanceof Error ? error : new Error('no')),
      );
    },
    ...options,
  });
  server.on('error', () => {});
  const listening = server.listen(0, '127.0.0.1');
  await new Promise((resolve) => listening.once('listening', resolve));
  const address = listening.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  const started: Started = {
    port,
    received,
    connections: () => connections,
    onRecipient: () => {},
    onMail: () => {},
    settings: (more = {}) => ({
      server: { host: '127.0.0.1', port, security: 'none', user: undefined, password: undefined, ...more },
      from: { name: 'Newsstand', address: 'news@example.com' },
    }),
    [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return started;
}
