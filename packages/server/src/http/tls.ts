import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { createSecureContext, createServer, type SecureContextOptions } from 'node:tls';

/** A certificate chain, the own certificate first, and its private key, both as PEM. */
export type TlsPair = { readonly cert: string; readonly key: string };

/** Forward secrecy and authenticated encryption only; TLS 1.3 has nothing else. */
const ciphers = ['ECDSA', 'RSA']
  .flatMap((type) => ['AES128-GCM-SHA256', 'AES256-GCM-SHA384', 'CHACHA20-POLY1305'].map((it) => [type, it]))
  .map(([type, cipher]) => `ECDHE-${type}-${cipher}`)
  .join(':');

/** What is wrong with a pair. */
export type TlsFault = { readonly in: 'cert' | 'key'; readonly message: string };

/** Checks that a pair can be used; undefined if so. An expired certificate can. */
export function findTlsFault({ cert, key }: TlsPair): TlsFault | undefined {
  const certificate = attempt(() => new X509Certificate(cert));
  if (certificate instanceof Error) return { in: 'cert', message: 'is not a certificate in PEM format' };
  const privateKey = attempt(() => createPrivateKey(key));
  if (privateKey instanceof Error) return { in: 'key', message: keyMessage(privateKey) };
  if (!certificate.checkPrivateKey(privateKey)) {
    return { in: 'key', message: 'is not the key of the first certificate; replace both together' };
  }
  const context = attempt(() => createSecureContext(contextOptions({ cert, key })));
  return context instanceof Error ? { in: 'cert', message: 'is not a chain of certificates' } : undefined;
}

function keyMessage(error: NodeJS.ErrnoException): string {
  return error.code === 'ERR_MISSING_PASSPHRASE'
    ? 'is encrypted; decrypt it with openssl pkey'
    : 'is not a private key in PEM format';
}

function attempt<T extends X509Certificate | KeyObject | object>(work: () => T): T | Error {
  try {
    return work();
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

/** When the own certificate of a pair is valid, as timestamps. */
export function validityOf({ cert }: TlsPair): { readonly from: number; readonly until: number } {
  const { validFrom, validTo } = new X509Certificate(cert);
  return { from: Date.parse(validFrom), until: Date.parse(validTo) };
}

/** The options of a listener of the runtime. */
export function serveTlsOptions({ cert, key }: TlsPair) {
  // It takes no name for the oldest version, but its number: TLS 1.2.
  return { cert, key, ciphers, minVersion: 0x0303 };
}

function contextOptions({ cert, key }: TlsPair): SecureContextOptions {
  return { cert, key, ciphers, minVersion: 'TLSv1.2' };
}

/**
 * Gives a listener another pair for the connections to come; those that are open stay as they are. The runtime has no
 * call for this but that of a `tls.Server`, which takes any listener for its own. A second listener on the same port,
 * and closing the first, would reset connections that wait to be accepted.
 */
export function changePair(listener: object, pair: TlsPair): void {
  const server = createServer();
  Reflect.set(server, '_handle', listener);
  server.setSecureContext(contextOptions(pair));
}
