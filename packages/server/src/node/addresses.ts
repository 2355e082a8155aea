import { type Config, isPostgres, settings, type TlsFiles } from '../config/readConfig.ts';
import { isWildcard } from '../http/ipAddress.ts';
import type { MediaAddresses } from '../media/deliveredMedia.ts';
import { openMediaKey } from '../media/picture/url/signPath.ts';
import type { Followed } from '../store/Store.ts';

/** The URL that readers use: the setting, or else the address of the listener. */
export function publicUrlOf(config: Config, port: number): string {
  return config.publicUrl ?? publicLocalUrl(config, port);
}

/** The URL of the public listener on this machine. */
export function publicLocalUrl({ host, tls }: Config, port: number): string {
  return localUrl(host, port, tls);
}

/** The base URL of media, and the key that signs picture URLs. */
export async function mediaAddresses(config: Config, port: number, store: Followed): Promise<MediaAddresses> {
  return {
    url: mediaUrlOf(config, port),
    key: config.mediaKey ?? (await mediaKeyOf(config, store)),
  };
}

/** The base URL of media. */
export function mediaUrlOf(config: Config, port: number): string {
  return config.mediaUrl ?? `${publicUrlOf(config, port)}/media`;
}

/** All nodes of a database sign with its key. If the store is on this machine, scripts find the key in a file. */
export async function mediaKeyOf({ databaseUrl, dataFolder }: Config, store: Followed): Promise<string> {
  const key = await store.read((reader) => reader.mediaKey());
  return isPostgres(databaseUrl) ? key : await openMediaKey(dataFolder, key);
}

/** The URL of the management listener for operators. */
export function managementUrlOf(config: Config, port: number): string {
  return config.managementUrl ?? managementLocalUrl(config, port);
}

/** The URL of the management listener on this machine. */
export function managementLocalUrl({ managementHost, managementTls }: Config, port: number): string {
  return localUrl(managementHost, port, managementTls);
}

/** The URL of a listener as this machine itself reaches it. */
export function localUrl(host: string, port: number, tls?: TlsFiles): string {
  const reachable = isWildcard(host) ? '127.0.0.1' : host;
  const name = reachable.includes(':') ? `[${reachable}]` : reachable;
  return `${tls === undefined ? 'http' : 'https'}://${name}:${port}`;
}

type Ports = { readonly port: number; readonly managementPort: number };

/** What to set so that other machines can reach what listens on all addresses: URLs must not begin with a local one. */
export function reachWarnings(config: Config, { port, managementPort }: Ports): readonly string[] {
  const { host, publicUrl, mediaUrl, tls, managementHost, managementUrl, managementTls } = config;
  const warnings: string[] = [];
  const example = (name: string, files: TlsFiles | undefined, at: number) =>
    `${files === undefined ? 'http' : 'https'}://${name}.example.com:${at}`;
  if (isWildcard(host) && publicUrl === undefined) {
    const what = mediaUrl === undefined ? 'media URLs begin' : 'URLs in the API reference begin';
    warnings.push(
      `${what} with ${publicUrlOf(config, port)}, which readers on other machines cannot reach: set ${settings.publicUrl.env}=${example('content', tls, port)}, the address that they use`,
    );
  }
  if (isWildcard(managementHost) && managementUrl === undefined) {
    warnings.push(
      `operators on other machines cannot use the console: set ${settings.managementUrl.env}=${example('console', managementTls, managementPort)}, the address that they use`,
    );
  }
  return warnings;
}
