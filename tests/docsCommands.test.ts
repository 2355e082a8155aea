import { expect, test } from 'bun:test';
import { join } from 'node:path';
import type { Command } from 'commander';
import { createProgram } from '../packages/server/src/cli/program.ts';
import { settings } from '../packages/server/src/config/readConfig.ts';
import { markdownPages } from './markdownPages.ts';

const root = join(import.meta.dir, '..');

/** The lines of all blocks of code in the docs, those that are not run too. A line that ends in a backslash goes on. */
async function codeLines(): Promise<ReadonlyArray<readonly [page: string, line: string]>> {
  const lines: [string, string][] = [];
  for (const page of await markdownPages()) {
    const text = await Bun.file(join(root, page)).text();
    for (const [, code = ''] of text.matchAll(/^ *```\w*\n(.*?)^ *```$/gms))
      for (const line of code.replace(/\\\n\s*/g, '').split('\n')) lines.push([page, line]);
  }
  return lines;
}

test('every newsstand command in the docs has known options', async () => {
  const program = await createProgram();
  const faults: string[] = [];
  let count = 0;
  for (const [page, line] of await codeLines()) {
    // What a program prints begins with its name, too.
    const given = /^\s*(?:\$ )?(?:[A-Z_]+=(?:'[^']*'|\S+)\s+)*(?:\S*\/)?newsstand ([a-z].*)/.exec(line)?.[1];
    if (given === undefined) continue;
    count++;
    // A comment stands after a gap; quoted values and what follows a pipe are not options.
    const [words = ''] = given.replace(/'[^']*'|"[^"]*"/g, 'text').split(/ {2,}|[|&;>#]/);
    const fault = faultOf(program, words.trim().split(/\s+/));
    if (fault !== undefined) faults.push(`${page}: ${line.trim()}: ${fault}`);
  }
  expect(faults).toEqual([]);
  expect(count).toBeGreaterThan(40);
});

function faultOf(program: Command, words: readonly string[]): string | undefined {
  let command = program;
  for (const word of words) {
    const inner = command.commands.find((each) => each.name() === word);
    if (inner === undefined) break;
    command = inner;
  }
  if (command === program) return `there is no command ${words[0]}`;
  const known = new Set(['--help', ...command.options.flatMap(({ long }) => long ?? [])]);
  const unknown = words
    .filter((word) => /^--[a-z]/.test(word))
    .find((word) => !known.has(word.split('=')[0] ?? ''));
  return unknown === undefined ? undefined : `${command.name()} has no option ${unknown}`;
}

test('every script and every setting in the docs exists', async () => {
  const names = new Set<string>(Object.values(settings).map(({ env }) => env));
  const faults: string[] = [];
  for (const [page, line] of await codeLines()) {
    const folder = page.startsWith('examples/') ? page.split('/').slice(0, 2).join('/') : '.';
    for (const [, script = ''] of line.matchAll(/\bnpm run (?:-s )?([\w:]*\w)/g)) {
      const files = await Promise.all(
        [...new Set([folder, '.'])].map((each) => Bun.file(join(root, each, 'package.json')).json()),
      );
      if (!files.some(({ scripts }) => script in (scripts ?? {}))) faults.push(`${page}: npm run ${script}`);
    }
    for (const [, name = ''] of line.matchAll(/\b(NEWSSTAND_\w+)=/g))
      if (!names.has(name)) faults.push(`${page}: ${name}`);
  }
  expect(faults).toEqual([]);
});
