import { Socket } from 'node:net';
import { createTransport } from 'nodemailer';
import { z } from 'zod';
import type { MailSettings, SmtpServer } from '../config/Config.ts';
import type { ComposedMail } from './composeMail.ts';

/** A mail that was not accepted. The message never holds the password of the mail server. */
export class MailError extends Error {
  /** Whether the server has refused this very mail for good. */
  readonly isFinal: boolean;

  constructor(message: string, isFinal: boolean) {
    super(message);
    this.name = 'MailError';
    this.isFinal = isFinal;
  }
}

/** How long a mail may take, and certificates to trust in place of the usual ones. */
export type SendOptions = { readonly patience?: number; readonly ca?: string };

const usualPatience = 30_000;

/** More than any mail server has to say about one mail, and how often that is checked, in milliseconds. */
const mostBytes = 1_000_000;
const checkInterval = 50;

/** Hands a mail to the mail server, which then answers for it. Throws a `MailError` if it does not. */
export async function sendMail(
  { server, from }: MailSettings,
  to: string,
  mail: ComposedMail,
  { patience = usualPatience, ca }: SendOptions = {},
): Promise<void> {
  const socket = new Socket();
  const transport = createTransport({
    ...connecting(server),
    socket,
    ...{
      dnsTimeout: patience,
      connectionTimeout: patience,
      greetingTimeout: patience,
      socketTimeout: patience,
    },
    ...{ disableFileAccess: true, disableUrlAccess: true },
    tls: { minVersion: 'TLSv1.2', ...(ca === undefined ? {} : { ca }) },
  });
  const { promise: late, reject } = Promise.withResolvers<never>();
  // A server that says a little now and then would never be silent for too long.
  const timer = setTimeout(
    () => reject(new MailError(`it took longer than ${patience} ms`, false)),
    patience,
  );
  // Lines that are no replies would be kept until the end, however many there are.
  const watch = setInterval(() => {
    if (socket.bytesRead <= mostBytes) return;
    socket.destroy();
    reject(new MailError(`it sent more than ${mostBytes} bytes`, false));
  }, checkInterval);
  try {
    const sending = transport.sendMail({ from, to: { name: '', address: to }, ...mail });
    // What it says after the race is over interests nobody.
    sending.catch(() => {});
    await Promise.race([sending, late]);
  } catch (error) {
    throw error instanceof MailError ? error : describe(error, server);
  } finally {
    clearTimeout(timer);
    clearInterval(watch);
    transport.close();
    socket.destroy();
  }
}

function connecting({ host, port, security, user, password }: SmtpServer) {
  return {
    ...{ host, port, secure: security === 'tls', requireTLS: security === 'starttls' },
    ignoreTLS: security === 'none',
    ...(user === undefined ? {} : { auth: { user, pass: password ?? '' } }),
  };
}

const mostCharacters = 300;

/** A message may quote the server, which may repeat what it was sent. */
function describe(error: unknown, server: SmtpServer): MailError {
  const said = error instanceof Error ? error.message : 'the mail server cannot be used';
  // Before it is cut, which could leave half of a password.
  const hidden = secretsOf(server).reduce((text, secret) => text.replaceAll(secret, '…'), said);
  const plain = hidden
    .replaceAll(/[\p{Cc}\p{Bidi_C}]+/gu, ' ')
    .slice(0, mostCharacters)
    .toWellFormed();
  return new MailError(plain, isFinal(error));
}

/** The password, as it is and as it is sent. */
function secretsOf({ user = '', password }: SmtpServer): readonly string[] {
  if (!password) return [];
  const sent = [`\0${user}\0${password}`, password].map((text) => Buffer.from(text).toString('base64'));
  return [...sent, password];
}

const refusal = z.object({ command: z.enum(['RCPT TO', 'DATA']), responseCode: z.int().min(500).max(599) });

/** Only the recipient or the mail itself: a server that refuses the sender or the password may be mended meanwhile. */
function isFinal(error: unknown): boolean {
  return refusal.safeParse(error).success;
}
