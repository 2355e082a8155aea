import { expect, test } from 'bun:test';
import type { Block } from '@newsstand/contract';
import fc from 'fast-check';
import { runs } from '../../../../../../tests/testing/runs.ts';
import { descendants, parseHtml, textOf } from '../shared/html/parseHtml.ts';
import { blocksOf } from '../testing/markdownBlocks.ts';

/** A piece of a document, and what must be found in its blocks: words like `w1x`, code, and pictures. */
type Piece = {
  readonly markdown: string;
  readonly words?: readonly string[];
  readonly notes?: readonly string[];
  readonly code?: readonly string[];
  readonly pictures?: readonly string[];
};

const word = fc.nat(9999).map((number) => `w${number}x`);

/** Words as authors write them; each form contains the word once. */
const forms: readonly ((word: string) => string)[] = [
  (each) => each,
  (each) => `*${each}*`,
  (each) => `**${each}**`,
  (each) => `~~${each}~~`,
  (each) => `\`${each}\``,
  (each) => `[${each}](https://example.com/)`,
  (each) => `[[${each}]]`,
  (each) => `{{ ${each} }}`,
  (each) => `{% ${each} %}`,
  (each) => `<b>${each}</b>`,
  (each) => `a_${each}_b`,
  (each) => `\\*${each}`,
  (each) => `${each} 5 &lt; 6 > 4`,
];
const text = fc
  .array(fc.tuple(word, fc.constantFrom(...forms)), { minLength: 1, maxLength: 5 })
  .map((all) => ({
    words: all.map(([each]) => each),
    markdown: all.map(([each, form]) => form(each)).join(' '),
  }));

const codeLine = fc
  .array(
    fc.constantFrom(
      ...[
        '\t',
        '    ',
        'all:',
        'if [[ -f x ]]; then',
        '```js',
        '~~~',
        '{{ x }}',
        '{% if y %}',
        '{/* z */}',
        '%% a %%',
      ],
      ...[
        '> b',
        '# c',
        '- d',
        ':::note',
        '<e f={g}>',
        '[^h]',
        '</i>',
        '&lt;',
        '\\',
        '---',
        '{',
        '}',
        '| j |',
        '`k`',
      ],
    ),
    { minLength: 1, maxLength: 3 },
  )
  .map((pieces) => pieces.join(' '));
const code = fc
  .array(fc.oneof(codeLine, fc.constant('')), { minLength: 1, maxLength: 6 })
  .map((lines) =>
    lines
      .join('\n')
      .trimEnd()
      .replace(/^(?:[ \t]*\n)+/, ''),
  )
  .filter((all) => all.trim() !== '');

/** A fence longer than any in the code. */
const fenced = (all: string): string => {
  const longest = Math.max(2, ...(all.match(/`+/g) ?? []).map(({ length }) => length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}make\n${all}\n${fence}`;
};
const indented = (all: string, by: string): string => all.replaceAll(/^(?=.)/gm, by);

const picture = fc.nat(9999).map((number) => `p${number}.png`);

const pieces: readonly fc.Arbitrary<Piece>[] = [
  text,
  text.map(({ markdown, words }) => ({ markdown: `## ${markdown} {#own}`, words })),
  text.map(({ markdown, words }) => ({
    markdown: `- ${markdown}\n- ${markdown}`,
    words: [...words, ...words],
  })),
  text.map(({ markdown, words }) => ({ markdown: `> ${markdown}`, words })),
  text.map(({ markdown, words }) => ({ markdown: `> [!TIP]\n> ${markdown}`, words })),
  text.map(({ markdown, words }) => ({ markdown: `:::note\n${markdown}\n:::`, words })),
  text.map(({ markdown, words }) => ({ markdown: `| a |\n|---|\n| ${markdown} |`, words })),
  code.map((all) => ({ markdown: fenced(all), code: [all] })),
  code.map((all) => ({ markdown: `- a\n\n${indented(fenced(all), '  ')}`, code: [all] })),
  code.map((all) => ({ markdown: `{% highlight make %}\n${all}\n{% endhighlight %}`, code: [all] })),
  picture.map((src) => ({ markdown: `![a](${src})`, pictures: [src] })),
  picture.map((src) => ({ markdown: `{{< figure src="${src}" >}}`, pictures: [src] })),
  picture.map((src) => ({ markdown: `![[${src}]]`, pictures: [src] })),
  fc.tuple(text, picture).map(([{ markdown, words }, src]) => ({
    ...{ markdown: `${markdown} ![a](${src})`, words, pictures: [src] },
  })),
];

/** Pieces that only Markdown has, or only MDX. */
const plainPieces: readonly fc.Arbitrary<Piece>[] = [
  code.map((all) => ({ markdown: `a\n\n${indented(all, '    ')}`, code: [all] })),
  text.map(({ markdown, words }) => ({ markdown: `Term\n: ${markdown}`, words })),
  picture.map((src) => ({ markdown: `<p><img src="${src}"></p>`, pictures: [src] })),
];
const mdxPieces: readonly fc.Arbitrary<Piece>[] = [
  text.map(({ markdown, words }) => ({ markdown: `<Box>\n${markdown}\n</Box>`, words })),
  text.map(({ markdown, words }) => ({ markdown: `<Tip>\n\n${markdown}\n\n</Tip>`, words })),
  picture.map((src) => ({ markdown: `<Figure source={{ url: "${src}" }} />`, pictures: [src] })),
  code.map((all) => ({
    markdown: `<A>\n  <B>\n${indented(fenced(all), '    ')}\n  </B>\n</A>`,
    code: [all],
  })),
];

function codeIn(blocks: readonly Block[]): readonly string[] {
  return blocks.flatMap((block) => {
    if (block.type === 'code') return [block.text];
    if (block.type !== 'html') return [];
    return [...descendants(parseHtml(block.html))]
      .filter(({ name }) => name === 'pre')
      .map((each) => textOf(each).trimEnd());
  });
}

function picturesIn(blocks: readonly Block[]): readonly string[] {
  return blocks.flatMap((block) => {
    if (block.type === 'image') return [block.mediaId ?? block.url ?? ''];
    return Array.from(JSON.stringify(block).matchAll(/<img src=\\"([^"\\]*)/g), ([, src = '']) => src);
  });
}

test.each([
  ['Markdown', plainPieces, {}],
  ['Jekyll and Obsidian', plainPieces, { isKramdown: true, isNote: () => true }],
  ['MDX', mdxPieces, { isMdx: true }],
])('text, code and pictures of any document survive: %s', async (_, own, dialect) => {
  const document = fc.array(fc.oneof(...pieces, ...own), { maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(document, fc.array(text, { maxLength: 2 }), async (parts, notes) => {
      const references = notes.map((_, index) => `[^n${index}]`).join('');
      const definitions = notes.map(({ markdown }, index) => `[^n${index}]: ${markdown}`);
      const markdown = [...parts.map((part) => part.markdown), `End${references}`, ...definitions].join(
        '\n\n',
      );
      const blocks = await blocksOf(markdown, dialect);
      expect({
        words: Array.from(JSON.stringify(blocks).matchAll(/w\d+x/g), ([each]) => each),
        code: codeIn(blocks),
        pictures: picturesIn(blocks),
      }).toEqual({
        words: [...parts.flatMap(({ words = [] }) => words), ...notes.flatMap(({ words }) => words)],
        code: parts.flatMap((part) => part.code ?? []),
        pictures: parts.flatMap((part) => part.pictures ?? []),
      });
    }),
    { numRuns: runs(300) },
  );
});
