import { readFileSync } from 'node:fs';
import { ConfigError, type SettingName, settings, type TlsFiles } from '../config/readConfig.ts';
import { findTlsFault, type TlsPair, validityOf } from '../http/tls.ts';
import type { Logger } from '../log/createLog.ts';

/** The certificate and key of a listener, as they are in their files. */
export type WatchedTls = {
  readonly pair: () => TlsPair;
  /** Looks whether the files have changed. If they can't be used, it says so at the second look, or when asked. */
  look(isAsked: boolean): void;
  close(): void;
};

/** How a pair is watched. */
export type WatchOptions = {
  readonly files: TlsFiles;
  /** The settings that name the files. */
  readonly names: { readonly cert: SettingName; readonly key: SettingName };
  readonly log: Logger;
  /** Called with each new pair that can be used; if it throws, it is called again at the next look. */
  readonly onChange: (pair: TlsPair) => void;
  readonly now?: () => number;
  readonly lookMilliseconds?: number;
};

const dayMilliseconds = 24 * 60 * 60 * 1000;
/** Automatic renewal takes place weeks before. */
const warningMilliseconds = 7 * dayMilliseconds;

/**
 * Reads a pair, and again whenever its files change. They are read every few seconds instead of watched: they may be
 * replaced by a rename, or by a symbolic link to another folder. Throws a `ConfigError` if there is no usable pair now.
 */
export function watchTls({ now = Date.now, lookMilliseconds = 5000, ...options }: WatchOptions): WatchedTls {
  const { log, onChange } = options;
  const first = readPair(options);
  if ('faults' in first) throw new ConfigError(first.faults);
  let pair = first;
  /** What was wrong at the last look, and what was said last: while files are replaced one by one, they don't match. */
  let fault: string | undefined;
  let told: string | undefined;
  let warnedAt = -Infinity;

  function warnOfExpiry(): void {
    const warning = expiryWarning(pair, options, now());
    if (warning === undefined || now() - warnedAt < dayMilliseconds) return;
    warnedAt = now();
    log.warn({}, warning);
  }

  /** What is wrong with the pair in the files; if it is new and nothing is, it is used from now on. */
  function takePair(): string | undefined {
    const current = readPair(options);
    if ('faults' in current) return current.faults.join('; ');
    if (current.cert === pair.cert && current.key === pair.key) return undefined;
    try {
      onChange(current);
    } catch (error) {
      // The address of the listener may be gone for a moment, or there are no file descriptors left.
      const reason = error instanceof Error ? error.message : String(error);
      return `${settings[options.names.cert].env}: ${options.files.cert} cannot be used for now (${reason})`;
    }
    pair = current;
    warnedAt = -Infinity;
    const { until } = validityOf(pair);
    log.info({ file: options.files.cert, validUntil: new Date(until) }, 'a new certificate is in use');
    return undefined;
  }

  function look(isAsked: boolean): void {
    const current = takePair();
    if (current === undefined) told = undefined;
    else if ((isAsked || current === fault) && current !== told) {
      log.error({}, `${current}; the previous certificate stays in use`);
      told = current;
    }
    fault = current;
    warnOfExpiry();
  }

  warnOfExpiry();
  const timer = setInterval(() => look(false), lookMilliseconds);
  return { pair: () => pair, look, close: () => clearInterval(timer) };
}

type Named = Pick<WatchOptions, 'files' | 'names'>;

/** Throws a `ConfigError` that names all that is wrong with the files of these listeners. */
export function checkTls(listeners: readonly Named[]): void {
  const faults = listeners.map(readPair).flatMap((pair) => ('faults' in pair ? pair.faults : []));
  if (faults.length > 0) throw new ConfigError(faults);
}

/** The pair in the files, or what is wrong with it. */
function readPair({ files, names }: Named): TlsPair | { readonly faults: readonly string[] } {
  const texts = { cert: '', key: '' };
  const faults: string[] = [];
  for (const part of ['cert', 'key'] as const) {
    try {
      texts[part] = readFileSync(files[part], 'utf8');
    } catch (error) {
      faults.push(`${settings[names[part]].env}: ${files[part]} ${readFault(error)}`);
    }
  }
  if (faults.length > 0) return { faults };
  const fault = findTlsFault(texts);
  return fault === undefined
    ? texts
    : { faults: [`${settings[names[fault.in]].env}: ${files[fault.in]} ${fault.message}`] };
}

const readFaults: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  EACCES: 'cannot be read by this user',
  EISDIR: 'is a folder',
};

function readFault(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return readFaults[code] ?? `cannot be read (${code || error})`;
}

function expiryWarning(pair: TlsPair, { files, names }: Named, now: number): string | undefined {
  const { from, until } = validityOf(pair);
  const what = `${settings[names.cert].env}: ${files.cert}`;
  if (until <= now) return `${what} expired at ${new Date(until).toISOString()}: clients refuse it`;
  if (from > now) return `${what} is not valid before ${new Date(from).toISOString()}: clients refuse it`;
  if (until - now > warningMilliseconds) return undefined;
  return `${what} expires at ${new Date(until).toISOString()}: renew it; the new file is used without a restart`;
}
