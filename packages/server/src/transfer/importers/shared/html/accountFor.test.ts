import { describe, expect, test } from 'bun:test';
import { renderBody } from '@newsstand/client/body';
import type { Block } from '@newsstand/contract';
import fc from 'fast-check';
import { runs } from '../../../../../../../tests/testing/runs.ts';
import { type ArticleNotes, type Fate, ImportSummary } from '../../ImportSummary.ts';
import { accountFor } from './accountFor.ts';
import { htmlBlocks } from './htmlBlocks.ts';
import { descendants, type HtmlElement, parseHtml, textOf } from './parseHtml.ts';

const baseUrl = 'https://example.com/';

async function accounted(html: string) {
  const told: Fate[] = [];
  const summary = { fate: (fate: Fate) => void told.push(fate) };
  const media = (url: string) => (/^data:/.test(url) ? undefined : `m-${url.length}`);
  const blocks = await htmlBlocks(html, { baseUrl, media, summary });
  return { blocks, told, ...accountFor(parseHtml(html).children, blocks, baseUrl) };
}

/** What is said, shortly: `left out: script: https://…`. */
async function said(html: string): Promise<readonly string[]> {
  const { told } = await accounted(html);
  return told.map(
    ({ what, example, isLeftOut }) => `${isLeftOut ? 'left out' : 'changed'}: ${what}: ${example}`,
  );
}

describe('what is not as it was is named', () => {
  test.each([
    [
      '<p>a <script src="https://x.example/w.js"></script>b</p>',
      ['left out: script: https://x.example/w.js'],
    ],
    [
      '<script src="https://gist.github.com/ann/0a1b.js?file=Main.java"></script>',
      ['changed: script of a gist: https://gist.github.com/ann/0a1b.js?file=Main.java'],
    ],
    ['<p>So <script type="math/tex">a < b^2</script>.</p>', ['changed: formula: a < b^2']],
    ['<svg data-a="1"><path d="M0 0"/></svg>', ['changed: drawing (SVG): <svg data-a="1">']],
    ['<a href="/b">go <svg><path/></svg></a>', ['left out: drawing (SVG): <svg>']],
    ['<math><mi>x</mi></math>', ['changed: formula: <math>']],
    ['<p><img src="data:image/png;base64,AA"></p>', ['changed: picture: data:image/png;base64,AA']],
    ['<style>p { color: red }</style><p>a</p>', ['left out: style sheet: p { color: red }']],
    ['<p><a href="javascript:alert(1)">run</a></p>', ['left out: link: javascript:alert(1) (run)']],
    ['<p><a href="magnet:?xt=1">get</a></p>', ['left out: link: magnet:?xt=1 (get)']],
    ['<pre>see <a href="https://x.example/">x</a></pre>', ['left out: link: https://x.example/ (x)']],
    ['<x-chart data-id="7"></x-chart>', ['left out: <x-chart>: <x-chart data-id="7">']],
    ['<p>a <blink>b</blink></p>', ['changed: <blink>: b']],
    ['<iframe src="https://maps.example/x"></iframe>', ['changed: video or frame: https://maps.example/x']],
    ['<video src="/a.mp4" poster="/a.jpg"></video>', ['left out: picture before a video: /a.jpg']],
    ['<pre dir="rtl">a</pre>', ['left out: direction of a text: rtl: a']],
  ])('%s', async (html, expected) => {
    expect(await said(html)).toEqual(expected);
  });

  test('a form, with its labels', async () => {
    expect(
      await said(
        '<form action="/send"><label>Your name <input name="n"></label><button>Send</button></form>',
      ),
    ).toEqual([
      'left out: <form>: /send',
      'left out: <label>: Your name',
      'left out: <input>: <input name="n">',
      'left out: <button>: Send',
    ]);
  });
});

test.each([
  '<h2>One</h2><p>Two <b>three <i>four</i></b> <a href="/five">six</a></p><ul><li>a<ul><li>b</li></ul></li></ul>',
  '<p><a href="sms:+1">sms</a> <a href="ftp://x.example/a">ftp</a> <a href="tel:1">tel</a> <a href="#n">n</a></p>',
  '<figure><img src="/a.jpg"><figcaption>A <em>b</em></figcaption></figure><blockquote>q<cite>c</cite></blockquote>',
  '<figure class="wp-block-gallery"><ul><li><img src="/a.jpg">a</li><li><img src="/b.jpg">b</li></ul></figure>',
  '<p><a href="https://www.youtube.com/watch?v=dQw4w9WgXcQ">https://www.youtube.com/watch?v=dQw4w9WgXcQ</a></p>',
  '<iframe src="https://www.youtube.com/embed/dQw4w9WgXcQ"></iframe>',
  '<table><tr><th>a</th></tr><tr><td>b</td></tr></table><table><tr><td colspan="2">c</td></tr></table>',
  '<pre><code class="language-ts">  const a = 1;\n\n  b();</code></pre><details><summary>s</summary>t</details>',
  '<p dir="rtl">שלום <b>x</b></p><ul dir="rtl"><li>a</li><li>b</li></ul><p lang="fr">oui</p>',
  '<p>x<o:p></o:p></p><ul><li><input type="checkbox" checked> done</li></ul><dl><dt>a</dt><dd>b</dd></dl>',
  '<img data-src="/a.jpg" src="data:image/gif;base64,R0"><noscript><img src="/a.jpg"></noscript>',
])('nothing is said about what is complete: %s', async (html) => {
  const { told, kept, things } = await accounted(html);
  expect(told).toEqual([]);
  expect(kept).toBe(things);
});

const anElement = fc.constantFrom(
  ...(
    'a abbr acronym address article aside audio b bdo big blink blockquote button canvas center cite code dd del details dfn ' +
    'div dl dt em embed fieldset figcaption figure font footer form h1 h2 h6 header i iframe ins kbd label legend li main ' +
    'mark marquee math menu nav nobr noscript object ol option output p pre progress q ruby rt s samp script section select ' +
    'small span strike strong style sub summary sup svg table tbody td textarea th thead time tr tt u ul var video x-a xmp'
  ).split(' '),
);

const someAttributes = fc.constantFrom(
  ...['', '', ' class="poem"', ' dir="rtl"', ' data-a="1"', ' href="/HERE"', ' href="ftp://x.example/HERE"'],
  ...[
    ' href="javascript:HERE"',
    ' href="“https://x.example/HERE”"',
    ' src="/HERE.mp4"',
    ' style="white-space: pre"',
  ],
);

const aPiece = fc.oneof(
  { weight: 3, arbitrary: fc.tuple(anElement, someAttributes).map(([name, rest]) => `<${name}${rest}>`) },
  { weight: 3, arbitrary: anElement.map((name) => `</${name}>`) },
  { weight: 4, arbitrary: fc.constant(' wHEREw ') },
  fc.constantFrom(
    '<br>',
    '<hr>',
    '<img src="/HERE.jpg">',
    '<img src="data:image/png;base64,HERE">',
    '<input>',
    '<wbr>',
  ),
);

/** HTML of all elements there are, and some that there are not; what it holds can be told apart. */
const someHtml = fc
  .array(aPiece, { maxLength: 30, size: 'max' })
  .map((pieces) => pieces.map((piece, index) => piece.replaceAll('HERE', `n${index}n`)).join(''));

/** What readers see of blocks. */
function pageOf(blocks: readonly Block[]): HtmlElement {
  return parseHtml(
    renderBody(
      { blocks: JSON.parse(JSON.stringify(blocks)) },
      { picture: ({ mediaId }) => ({ src: `/${mediaId}` }) },
    ) ?? '',
  );
}

test('each thing of any HTML is kept, changed or left out, and the sum is right', async () => {
  await fc.assert(
    fc.asyncProperty(someHtml, async (html) => {
      const { things, kept, fates, lostTexts, blocks, told } = await accounted(html);
      expect(kept + fates.length).toBe(things);
      expect(told).toEqual([...fates, ...lostTexts]);
      const source = parseHtml(html);
      const page = pageOf(blocks);
      const seen = textOf(page);
      const examples = told.map(({ example }) => example).join('\n');
      // Each word, link and picture is on the page, or named.
      const hidden = /^(script|style|svg|math|template|audio|video|iframe|title|datalist)$/;
      const words = (node: HtmlElement): readonly string[] =>
        hidden.test(node.name)
          ? []
          : node.children.flatMap((each) =>
              typeof each === 'string' ? (each.match(/w\w+w/g) ?? []) : words(each),
            );
      for (const word of words(source)) if (!seen.includes(word)) expect(examples).toContain(word);
      const targets = [...descendants(page)]
        .map((each) => decodeURI(each.attributes.get('href') ?? ''))
        .join('\n');
      for (const { name, attributes } of visible(source)) {
        const [mark] = /n\d+n/.exec((name === 'a' && attributes.get('href')) || '') ?? [];
        if (mark !== undefined && !targets.includes(mark)) expect(examples).toContain(mark);
      }
      const isWhole = told.every(({ loss }) => loss === 'nothing');
      const countOf = (tree: HtmlElement, name: string) =>
        visible(tree).filter((each) => each.name === name).length;
      if (isWhole) {
        expect(countOf(page, 'img')).toBeGreaterThanOrEqual(countOf(source, 'img'));
        for (const name of ['form', 'script', 'style', 'svg', 'math', 'object', 'x-a', 'blink'])
          expect(visible(source).filter((each) => each.name === name && each.children.length > 0)).toEqual(
            [],
          );
      }
    }),
    { numRuns: runs(500) },
  );
});

/** All elements but those within one that is shown as a whole, or not at all. */
function visible(element: HtmlElement): readonly HtmlElement[] {
  return element.children.flatMap((node) => {
    if (typeof node === 'string') return [];
    const isWhole = /^(script|style|svg|math|template|audio|video|iframe|title|datalist)$/.test(node.name);
    return isWhole ? [node] : [node, ...visible(node)];
  });
}

test('the article in which it was is named', async () => {
  const notes: ArticleNotes[] = [];
  const summary = new ImportSummary((each) => notes.push(each));
  for (const title of ['One', 'Two']) {
    summary.at(1, title);
    await htmlBlocks('<p>a<script src="/a.js"></script><script src="/b.js"></script>', {
      media: () => undefined,
      summary,
    });
    summary.became(title, undefined, { id: title, alias: undefined, state: 'published' });
  }
  const { skipped } = summary.report();
  expect(skipped).toMatchObject([{ what: 'script', count: 4, articles: 2, loss: 'look' }]);
  expect(skipped[0]?.examples[0]).toBe('/a.js in One');
  expect(notes[0]?.remarks).toMatchObject([
    { what: 'script', count: 2, isLeftOut: true, examples: ['/a.js', '/b.js'] },
  ]);
});
