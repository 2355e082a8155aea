import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { z } from 'zod';

const manifest = z.object({ name: z.string(), version: z.string(), license: z.string() });
type Manifest = z.infer<typeof manifest>;

/** The licences of the packages that some of these files belong to, as text below a first line. */
export async function notices(firstLine: string, files: readonly string[]): Promise<string> {
  const folders = new Set(files.flatMap((file) => packageFolder(resolve(file)) ?? []));
  const texts = await Promise.all([...folders].sort().map(notice));
  return `${firstLine}\n\n${texts.join('\n\n')}`;
}

function packageFolder(file: string): string | undefined {
  return /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(file)?.[0];
}

async function notice(folder: string): Promise<string> {
  const about = manifest.parse(await Bun.file(join(folder, 'package.json')).json());
  const file = (await readdir(folder)).find((each) => /^licen[cs]e(-mit)?(\.\w+)?$/i.test(each));
  const text = file === undefined ? standardText(about) : await Bun.file(join(folder, file)).text();
  return `${'-'.repeat(72)}\n${about.name} ${about.version} (${about.license})\n\n${text.trim()}\n`;
}

/** Who holds the rights in packages that name their licence, but come without its text. */
const holders: Readonly<Record<string, readonly string[]>> = {
  '@iconify-json/tabler': ['2020-2026 Paweł Kuna'],
  'react-remove-scroll-bar': ['Anton Korzunov'],
  // A fork of sax.
  saxes: ['Contributors', 'Isaac Z. Schlueter and Contributors'],
  // Without a copyright: in the public domain.
  wouter: [],
};

const standardTexts: Readonly<Record<string, string>> = {
  MIT: (await Bun.file(join(import.meta.dir, '../LICENSE')).text()).replace(/^Copyright.*\n\n/m, ''),
  ISC: `Permission to use, copy, modify, and/or distribute this software for any
purpose with or without fee is hereby granted, provided that the above
copyright notice and this permission notice appear in all copies.

THE SOFTWARE IS PROVIDED "AS IS" AND THE AUTHOR DISCLAIMS ALL WARRANTIES
WITH REGARD TO THIS SOFTWARE INCLUDING ALL IMPLIED WARRANTIES OF
MERCHANTABILITY AND FITNESS. IN NO EVENT SHALL THE AUTHOR BE LIABLE FOR
ANY SPECIAL, DIRECT, INDIRECT, OR CONSEQUENTIAL DAMAGES OR ANY DAMAGES
WHATSOEVER RESULTING FROM LOSS OF USE, DATA OR PROFITS, WHETHER IN AN
ACTION OF CONTRACT, NEGLIGENCE OR OTHER TORTIOUS ACTION, ARISING OUT OF OR
IN CONNECTION WITH THE USE OR PERFORMANCE OF THIS SOFTWARE.`,
  Unlicense: 'Released into the public domain: https://unlicense.org',
};

function standardText({ name, license }: Manifest): string {
  const [lines, text] = [holders[name], standardTexts[license]];
  if (lines === undefined || text === undefined)
    throw new Error(`${name} comes without the text of its licence (${license}): add its holders here`);
  return [...lines.map((holder) => `Copyright (c) ${holder}`), '', text].join('\n');
}
