import { type Config, isPostgres } from '../config/readConfig.ts';
import type { MediaAddresses } from '../media/deliveredMedia.ts';
import { openMediaKey } from '../media/picture/url/signPath.ts';
import type { Followed } from '../store/Store.ts';

/** The URL that readers use: the setting, or else the address of the listener. */
export function publicUrlOf(config: Config, port: number): string {
  return config.publicUrl ?? localUrl(config.host, port);
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

/** The URL of a local listener. */
export function localUrl(host: string, port: number): string {
  const reachable = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`;
}

/** The URL of the management listener for operators. */
export function managementUrlOf({ managementUrl, managementHost }: Config, port: number): string {
  return managementUrl ?? localUrl(managementHost, port);
}
