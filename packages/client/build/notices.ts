import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { z } from 'zod';

const manifest = z.object({ name: z.string(), version: z.string(), license: z.string() });

/** The licences of the packages that some of these files belong to, as text. */
export async function notices(files: readonly string[]): Promise<string> {
  const folders = new Set(files.flatMap((file) => packageFolder(resolve(file)) ?? []));
  const texts = await Promise.all([...folders].sort().map(notice));
  return `The renderer of bodies (body) holds parts of these packages.\n\n${texts.join('\n\n')}`;
}

function packageFolder(file: string): string | undefined {
  return /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(file)?.[0];
}

async function notice(folder: string): Promise<string> {
  const { name, version, license } = manifest.parse(await Bun.file(join(folder, 'package.json')).json());
  const file = (await readdir(folder)).find((each) => /^licen[cs]e(\.\w+)?$/i.test(each));
  if (file === undefined) throw new Error(`${name} comes without the text of its licence (${license})`);
  const text = await Bun.file(join(folder, file)).text();
  return `${'-'.repeat(72)}\n${name} ${version} (${license})\n\n${text.trim()}\n`;
}
