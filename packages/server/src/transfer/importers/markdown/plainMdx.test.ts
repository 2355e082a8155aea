import { expect, test } from 'bun:test';
import { isMdx, plainMdx } from './plainMdx.ts';

test.each([
  ["import A from 'a';\nimport {\n  B,\n} from 'b';\n\nText", '\nText'],
  ['Text\n\nexport const a = 1;\n\nMore', 'Text\n\n\nMore'],
  ['An {/* unseen */}end {/* never ended', 'An end {/* never ended'],
  ['import hero from \'./h.png\';\n\n<Image src={hero} alt="H" />', '\n<img src="./h.png" alt="H" />'],
  ["<img src={require('./h.png').default} />", '<img src="./h.png" />'],
  ['<img src={unknown} />', '<img src={unknown} />'],
  ["```js\nimport a from 'a';\n{/* kept */}\n```", "```js\nimport a from 'a';\n{/* kept */}\n```"],
  ['Important: export it', 'Important: export it'],
])('%s', (written, meant) => {
  expect(plainMdx(written)).toBe(meant);
});

test.each([
  ['a.mdx', 'Text', true],
  ['a.md', "import A from '@site/a';\n\nText", true],
  ['a.md', "```js\nimport A from 'a';\n```", false],
  ['a.md', 'import taxes rise', false],
])('%s with %s', (path, body, answer) => {
  expect(isMdx(path, body)).toBe(answer);
});
