import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '../../build/run.ts';
import { packClient } from '../../packages/client/build/packClient.ts';
import { startNewsstand } from '../newsstandProcess.ts';
import { copyDemo } from '../withDemo.ts';

export const root = join(import.meta.dir, '../..');

/** What the program of the README prints: the count and the titles. */
export const expected = [1, ['新商品「秋ブレンド」発売のお知らせ']];

/** What the README tells a stranger to paste, pasted in an empty folder. */
export type Pasted = AsyncDisposable & {
  readonly folder: string;
  /** The project that it makes. */
  readonly app: string;
  /** The lines with the keys of the demo content. */
  readonly keys: string;
  readonly lines: string;
  /** The program among them. */
  readonly program: string;
  /** What it has printed. */
  readonly output: string;
};

/** Pastes the snippet of the README, with the address of a service of its own. */
export async function pasteSnippet(): Promise<Pasted> {
  await using stack = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'newsstand-snippet-'));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  await packClient(join(root, 'packages/client/dist/client.tgz'));
  const said = await copyDemo(join(folder, 'data'));
  const keys = said.match(/^(KEY|SECRET)=\S+\n/gm)?.join('') ?? '';
  const settings = { NEWSSTAND_DATA: join(folder, 'data'), NEWSSTAND_LOG_LEVEL: 'warn' };
  const service = await startNewsstand([], settings);
  stack.defer(async () => void (await service.end()));
  const [snippet = ''] = await snippetsOf('README.md');
  const lines = snippet.replaceAll('http://127.0.0.1:4000', service.url);
  const program = /<<'END'\n(.*?)^END$/ms.exec(lines)?.[1] ?? '';
  // As a terminal does: whatever reads from it gets what was pasted.
  const output = await run(['bash', '-e'], folder, keys + lines);
  const resources = stack.move();
  return {
    ...{ folder, app: join(folder, 'my-site'), keys, lines, program, output },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

/** The blocks of a page that install the client. */
export async function snippetsOf(page: string): Promise<readonly string[]> {
  const text = await Bun.file(join(root, page)).text();
  const blocks = [...text.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block = '']) => block);
  return blocks.filter((block) => block.includes('/docs/client.tgz'));
}

/** The count and the titles, which each runtime prints in its own way. */
export function printed(output: string): unknown {
  const [, count = '', list = ''] = /^(\d+) (\[.*\])\s*$/ms.exec(output) ?? [];
  return [Number(count), list.match(/(?<=['"])[^'"]+(?=['"])/g)];
}
