import { expect, test } from 'bun:test';
import { join } from 'node:path';
import english from '../packages/console/src/words/en/index.ts';
import japanese from '../packages/console/src/words/ja/index.ts';

const root = join(import.meta.dir, '..');

const translations = [
  ['README.md', 'docs/ja/README.md'],
  ['docs/tutorial.md', 'docs/ja/tutorial.md'],
  ['docs/console.md', 'docs/ja/console.md'],
] as const;

/** What a page and its translation have in common: headings and their levels, code, tables, lists, pictures and commands. */
function shapeOf(text: string) {
  const code = text.match(/^```\w*\n.*?^```$/gms) ?? [];
  const prose = withoutCode(text);
  return {
    code,
    headings: (prose.match(/^#+ (?=\S)/gm) ?? []).join(''),
    rows: prose.match(/^\| /gm)?.length,
    points: prose.match(/^- /gm)?.length,
    pictures: [...prose.matchAll(/!\[.+?\]\((?:\S*\/)?([\w-]+)\.\w+\)/g)].map(([, name]) => name),
    addresses: prose.match(/<http\S+?>/g),
  };
}

/** The text without code, in blocks and in sentences. */
function withoutCode(text: string): string {
  return text.replaceAll(/^```\w*\n.*?^```$/gms, '').replaceAll(/`[^`\n]+`/g, '');
}

test.each(translations)(
  '%s and %s correspond, and every link leads somewhere',
  async (original, translation) => {
    const [text, translated] = await Promise.all(
      [original, translation].map((page) => Bun.file(join(root, page)).text()),
    );
    expect(shapeOf(translated ?? '')).toEqual(shapeOf(text ?? ''));
    // Most of the text is Japanese: nothing was left as it was.
    const prose = withoutCode(translated ?? '');
    const words = prose.replaceAll(/\]\([^)]*\)/g, '');
    expect(words.match(/[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/gu)?.length).toBeGreaterThan(
      words.length / 2,
    );
    for (const [, target = ''] of prose.matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g))
      expect([target, await Bun.file(join(root, translation, '..', target)).exists()]).toEqual([
        target,
        true,
      ]);
  },
);

/** All texts of the console without parameters. */
function textsOf(words: unknown): readonly string[] {
  if (typeof words === 'string') return [words];
  return typeof words === 'object' && words !== null ? Object.values(words).flatMap(textsOf) : [];
}

test.each([
  ['docs/tutorial.md', english, /(?<!\*)\*([^*\n]+)\*(?!\*)/g],
  ['docs/console.md', english, /(?<!\*)\*([^*\n]+)\*(?!\*)/g],
  ['docs/ja/tutorial.md', japanese, /「(.+?)」/g],
  ['docs/ja/console.md', japanese, /「(.+?)」/g],
])('%s calls buttons and pages what the console calls them', async (page, words, label) => {
  const prose = withoutCode(await Bun.file(join(root, page)).text());
  const labels = [...prose.matchAll(label)].map(([, text]) => text);
  expect(labels.length).toBeGreaterThan(5);
  const texts = textsOf(words);
  expect(labels.filter((text) => !texts.includes(text ?? ''))).toEqual([]);
});
