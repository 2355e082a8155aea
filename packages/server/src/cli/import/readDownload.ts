import { readFile } from 'node:fs/promises';
import type { ImportFormat } from '../../transfer/importers/detectFormat.ts';
import type { ImporterApi } from '../../transfer/importers/Importer.ts';
import { type ImporterName, importerNames, importers } from '../../transfer/importers/importers.ts';
import { Failure } from '../Failure.ts';
import { stepProgress } from '../output.ts';
import type { ImportChoices } from './importChoices.ts';

type Download = { readonly format: ImportFormat; open(): AsyncIterable<Uint8Array> };

/** Finds out which system is at a URL, and how to download its content. */
export async function readDownload(address: string, choices: ImportChoices): Promise<Download> {
  if (!URL.canParse(address)) throw new Failure(`${address} is not a valid URL`, 2);
  const url = new URL(address);
  // Without repeating it, because it ends up in logs.
  if (url.username !== '' || url.password !== '')
    throw new Failure('a URL must not contain a user or a password; see newsstand import --help', 2);
  const { format, api } = systemAt(url, choices.from);
  const secret = await readSecret(url, api, choices);
  return {
    format,
    async *open() {
      const progress = stepProgress();
      const { user, withPages } = choices;
      const onProgress = (what: string, done: number, total: number) =>
        progress.update(`Downloading ${what}`, done, total);
      const encoder = new TextEncoder();
      try {
        for await (const text of api.download({ address, user, secret, withPages, onProgress }))
          yield encoder.encode(text);
      } finally {
        progress.end();
      }
    },
  };
}

const withApi = importerNames.filter((name) => apiOf(name) !== undefined);

function apiOf(name: ImporterName): ImporterApi | undefined {
  const importer: { readonly api?: ImporterApi } = importers[name];
  return importer.api;
}

/** Any other URL may be one of WordPress, which can be anywhere. */
function systemAt(url: URL, from: ImportFormat | undefined) {
  const name = from ?? withApi.find((each) => apiOf(each)?.isAddress?.(url)) ?? 'wordpress';
  const format = importerNames.find((each) => each === name);
  const api = format === undefined ? undefined : apiOf(format);
  if (format !== undefined && api !== undefined) return { format, api };
  throw new Failure(
    `--from ${name} cannot be downloaded, only ${withApi.join(', ')}; save it as a file and import that`,
    2,
  );
}

/** The password or key, which is never an argument, because others see those. */
async function readSecret(
  url: URL,
  { secretName, hasUsers }: ImporterApi,
  { user, secretFile }: ImportChoices,
): Promise<string | undefined> {
  const inFile = secretFile === undefined ? undefined : await readSecretFile(secretFile);
  const secret = inFile ?? (process.env[secretName]?.trim() || undefined);
  if (hasUsers && user !== undefined && secret === undefined)
    throw new Failure(`--user needs a password, in ${secretName} or in the file of --secret-file`, 2);
  if (hasUsers && user === undefined && secret !== undefined)
    throw new Failure(
      `there is a password (${inFile === undefined ? secretName : '--secret-file'}), but no --user`,
      2,
    );
  const isLocal = /^(localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname);
  if (secret !== undefined && url.protocol !== 'https:' && !isLocal)
    throw new Failure(`a password or key is sent over https only: give https://${url.host}`, 2);
  return secret;
}

async function readSecretFile(name: string): Promise<string> {
  const text = await readFile(name, 'utf8').catch((error: Error) => {
    throw new Failure(`cannot read --secret-file ${name}: ${error.message}`);
  });
  if (text.trim() === '') throw new Failure(`--secret-file ${name} is empty`, 2);
  return text.trim();
}
