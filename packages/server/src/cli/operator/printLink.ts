import type { Command } from 'commander';
import type { Config } from '../../config/readConfig.ts';
import { type IssuedInvitation, welcomeUrl } from '../../management/api/operators/invitations.ts';
import { localUrl } from '../../node/addresses.ts';
import { Failure } from '../Failure.ts';
import { isOn } from '../options.ts';
import { note, print, printJson } from '../output.ts';

/** Where operators find the console. */
export function managementUrlOf({ managementUrl, managementHost, managementPort }: Config): string {
  if (managementUrl !== undefined) return managementUrl;
  if (managementPort !== 0) return localUrl(managementHost, managementPort);
  throw new Failure('say where the console is: give --management-url or --management-port', 2);
}

/** Shows a new link, on standard output only: standard error often ends in a log. */
export async function printLink(
  command: Command,
  operatorId: string,
  managementUrl: string,
  { secret, expiresAt }: IssuedInvitation,
): Promise<void> {
  const url = welcomeUrl(managementUrl, secret);
  if (isOn(command, 'json')) return printJson({ operatorId, url, expiresAt });
  await print(`${url}\n`);
  note(`Hand this link to ${operatorId}: it can be used once, until ${new Date(expiresAt).toISOString()}.`);
}
