import { type Config, isPostgres } from '../config/readConfig.ts';
import type { MediaAddresses } from '../media/deliveredMedia.ts';
import { openMediaKey } from '../media/picture/url/signPath.ts';
import type { Followed } from '../store/Store.ts';

/** The address that readers use: as set, or else where this service listens. */
export function publicUrlOf(config: Config, port: number): string {
  return config.publicUrl ?? localUrl(config.host, port);
}

/** Where media are, and the key that their addresses are signed with. */
export async function mediaAddresses(config: Config, port: number, store: Followed): Promise<MediaAddresses> {
  return {
    url: mediaUrlOf(config, port),
    key: config.mediaKey ?? (await mediaKeyOf(config, store)),
  };
}

/** Where readers get media. */
export function mediaUrlOf(config: Config, port: number): string {
  return config.mediaUrl ?? `${publicUrlOf(config, port)}/media`;
}

/** All nodes of a database sign with its key. Where the store is on this machine, scripts find the key in a file. */
export async function mediaKeyOf({ databaseUrl, dataFolder }: Config, store: Followed): Promise<string> {
  const key = await store.read((reader) => reader.mediaKey());
  return isPostgres(databaseUrl) ? key : await openMediaKey(dataFolder, key);
}

/** Writes an address to listen on as one to go to. */
export function localUrl(host: string, port: number): string {
  const reachable = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`;
}

/** Where operators find the management listener. */
export function managementUrlOf({ managementUrl, managementHost }: Config, port: number): string {
  return managementUrl ?? localUrl(managementHost, port);
}
