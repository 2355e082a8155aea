import { afterAll, describe, expect, test } from 'bun:test';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { composeMail } from './composeMail.ts';
import { MailError, sendMail } from './sendMail.ts';
import { Refusal, startSmtp } from './testing/startSmtp.ts';

const item = { projectId: 'acme', spaceId: 'web', kind: 'news', instanceId: 'press', id: 'n1' } as const;
const place = { domain: 'example.com', managementUrl: 'https://console.example.com' };

function proposed(title: string, language?: string) {
  const events = [{ event: 'proposed', item, title, by: 'Mia' } as const];
  return composeMail({ mailId: 'abc', createdAt: 0, content: { type: 'review', events } }, language, place);
}

const failureOf = async (work: Promise<unknown>): Promise<MailError> => {
  const error = await work.then(
    () => undefined,
    (caught: unknown) => caught,
  );
  if (error instanceof MailError) return error;
  throw new Error(`no MailError: ${error}`);
};

/** A server that talks as a test wants. */
async function startRaw(talk: (socket: Socket) => void) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}));
    talk(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    port: typeof address === 'object' ? (address?.port ?? 0) : 0,
    [Symbol.dispose]: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

test('hands over a mail with text, HTML and the headers of a program', async () => {
  await using smtp = await startSmtp();
  await sendMail(smtp.settings(), 'ken@example.com', proposed('Summer <sale>'));
  const [mail] = smtp.received;
  expect(mail).toMatchObject({ from: 'news@example.com', to: ['ken@example.com'] });
  const raw = mail?.raw ?? '';
  expect(raw).toContain('From: Newsstand <news@example.com>\r\n');
  expect(raw).toContain('To: ken@example.com\r\n');
  expect(raw).toContain('Message-ID: <abc@example.com>\r\n');
  expect(raw).toContain('Auto-Submitted: auto-generated\r\n');
  expect(raw).toContain('Content-Type: text/plain');
  expect(raw).toContain('Content-Type: text/html');
  expect(raw.replaceAll('=\r\n', '')).toContain('Summer &lt;sale&gt;');
});

test('a title cannot add headers, recipients or a body', async () => {
  await using smtp = await startSmtp();
  const title = 'Sale\r\nBcc: eve@example.com\r\n\r\nClick\u2028here\u202e\u0000';
  await sendMail(smtp.settings(), 'ken@example.com', proposed(title));
  const [mail] = smtp.received;
  expect(mail?.to).toEqual(['ken@example.com']);
  const head = mail?.raw.split('\r\n\r\n', 1)[0] ?? '';
  expect(head).not.toMatch(/^bcc:/im);
  const names = Array.from(head.matchAll(/^([A-Za-z-]+):/gm), ([, name = '']) => name.toLowerCase());
  expect(names.toSorted()).toEqual(
    [
      ...['auto-submitted', 'content-type', 'date', 'from', 'message-id', 'mime-version', 'subject', 'to'],
      'x-auto-response-suppress',
    ].toSorted(),
  );
});

test('refusals are told apart: for good, and for now', async () => {
  await using smtp = await startSmtp();
  const send = () => sendMail(smtp.settings(), 'ken@example.com', proposed('a'));
  smtp.onRecipient = () => {
    throw new Refusal(451, 'greylisted, try again later');
  };
  expect(await failureOf(send())).toMatchObject({
    isFinal: false,
    message: expect.stringContaining('greylisted'),
  });
  smtp.onRecipient = () => {
    throw new Refusal(550, 'no such user');
  };
  expect(await failureOf(send())).toMatchObject({
    isFinal: true,
    message: expect.stringContaining('no such user'),
  });
  smtp.onRecipient = () => {};
  smtp.onMail = () => {
    throw new Refusal(554, 'spam');
  };
  expect(await failureOf(send())).toMatchObject({ isFinal: true });
  expect(smtp.received).toEqual([]);
});

test('a wrong password may be mended, and is never told', async () => {
  await using smtp = await startSmtp({
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _, done) =>
      password === 'right:hunter2' ? done(null, { user: username }) : done(new Error(`not ${password}`)),
  });
  const send = (password: string) =>
    sendMail(smtp.settings({ user: 'u', password }), 'ken@example.com', proposed('a'));
  const error = await failureOf(send('hunter2'));
  expect(error.isFinal).toBe(false);
  expect(Bun.inspect(error)).not.toContain('hunter2');
  await send('right:hunter2');
  expect(smtp.received).toHaveLength(1);
});

test.each<[string, (sent: string) => string]>([
  ['as it was sent', (sent) => `535 no ${sent}`],
  ['cut in the middle', (sent) => `535 ${'x'.repeat(265)} ${Buffer.from(sent, 'base64')}`],
])('a server that repeats the password %s tells it to nobody', async (_, reply) => {
  const password = 'correct-horse-battery';
  using raw = await startRaw((socket) => {
    socket.write('220 hello\r\n');
    socket.on('data', (line) => {
      const [, sent] = /^AUTH PLAIN (\S+)/.exec(`${line}`) ?? [];
      socket.write(sent === undefined ? '250-hello\r\n250 AUTH PLAIN\r\n' : `${reply(sent)}\r\n`);
    });
  });
  await using smtp = await startSmtp();
  const settings = smtp.settings({ port: raw.port, user: 'u', password });
  const error = await failureOf(sendMail(settings, 'ken@example.com', proposed('a')));
  expect(error.message).toContain('535');
  expect(error.message).not.toContain('correct-');
  expect(error.message).not.toContain(Buffer.from(`\0u\0${password}`).toString('base64').slice(0, 20));
});

test('a server that is away, silent, slow or hangs up is a failure for now', async () => {
  const gone = await startRaw(() => {});
  gone[Symbol.dispose]();
  using silent = await startRaw(() => {});
  using rude = await startRaw((socket) => socket.end('220 hello\r\n'));
  // Never silent for long, and never done.
  using slow = await startRaw((socket) => {
    const timer = setInterval(() => socket.write('220-hello\r\n'), 20);
    socket.once('close', () => clearInterval(timer));
  });
  await using smtp = await startSmtp();
  using endless = await startRaw(async (socket) => {
    while (!socket.destroyed) {
      const isFull = !socket.write('\r\n'.repeat(30_000));
      if (isFull) await new Promise((resume) => socket.once('drain', resume).once('close', resume));
    }
  });
  const sent = sendMail(smtp.settings({ port: endless.port }), 'ken@example.com', proposed('a'));
  expect(await failureOf(sent)).toMatchObject({
    isFinal: false,
    message: 'it sent more than 1000000 bytes',
  });
  for (const { port } of [gone, silent, rude, slow]) {
    const sent = sendMail(smtp.settings({ port }), 'ken@example.com', proposed('a'), { patience: 300 });
    expect((await failureOf(sent)).isFinal).toBe(false);
  }
});

describe('over TLS', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'newsstand-test-'));
  afterAll(() => rm(folder, { recursive: true }));
  const [keyFile, certFile] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  Bun.spawnSync([
    ...['openssl', 'req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', keyFile, '-out', certFile],
    ...['-days', '30', '-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'],
  ]);
  const [key, cert] = [await readFile(keyFile, 'utf8'), await readFile(certFile, 'utf8')];

  test('STARTTLS and smtps deliver to the holder of a trusted certificate only', async () => {
    await using starttls = await startSmtp({ key, cert, disabledCommands: [] });
    await using smtps = await startSmtp({ key, cert, secure: true });
    for (const [smtp, security] of [
      [starttls, 'starttls'],
      [smtps, 'tls'],
    ] as const) {
      const settings = smtp.settings({ host: 'localhost', security });
      await sendMail(settings, 'ken@example.com', proposed('a'), { ca: cert });
      expect(smtp.received).toHaveLength(1);
      await failureOf(sendMail(settings, 'ken@example.com', proposed('a')));
      expect(smtp.received).toHaveLength(1);
    }
  });

  test('nothing is sent in plain text if somebody takes STARTTLS away', async () => {
    let auths = 0;
    await using smtp = await startSmtp({
      ...{ disabledCommands: ['STARTTLS'], allowInsecureAuth: true },
      onAuth: (_, __, done) => {
        auths++;
        done(null, { user: 'u' });
      },
    });
    const server = { security: 'starttls', user: 'u', password: 'hunter2' } as const;
    const error = await failureOf(sendMail(smtp.settings(server), 'ken@example.com', proposed('a')));
    expect(error.isFinal).toBe(false);
    expect([auths, smtp.received.length]).toEqual([0, 0]);
  });
});
