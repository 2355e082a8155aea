import { expect, test } from 'bun:test';
import { posix } from 'node:path';
import fc from 'fast-check';
import { runs } from '../../../../../../../tests/testing/runs.ts';
import { placeOf, placesOf, readLink } from './readLink.ts';

const root = '/home/ann/site';

const name = fc.constantFrom(
  'a',
  'b',
  'Rust-1.0',
  'v2.mdown',
  '日本語 の',
  '100%',
  'が'.normalize('NFD'),
  'x#y?',
  '..a',
  'index.ja',
);
const folder = fc.array(name, { maxLength: 3 });
const extension = fc.constantFrom('.md', '.markdown', '.mdx');
const file = fc
  .tuple(folder, name, extension, fc.boolean())
  .map(([names, own, end, isBundle]) => [...names, own].join('/') + (isBundle ? '/index' : '') + end);
/** No two files of an import have the same place. */
const tree = fc.uniqueArray(file, { minLength: 1, maxLength: 8, selector: (path) => placeOf(path) });

/** How the same path may be written in a link. */
const spelling = fc.record({
  isEncoded: fc.boolean(),
  hasDot: fc.boolean(),
  detour: fc.nat({ max: 2 }),
  upwards: fc.nat({ max: 3 }),
  form: fc.constantFrom('as it is', 'without extension', 'as a page', 'as a folder'),
  fragment: fc.constantFrom('', '#x', '?y#x'),
});

function write(
  from: string,
  to: string,
  how: typeof spelling extends fc.Arbitrary<infer S> ? S : never,
): string {
  const { isEncoded, hasDot, detour, upwards, form, fragment } = how;
  const bare = to.replace(/\.\w+$/, '');
  const path = {
    'as it is': to,
    'without extension': bare,
    'as a page': `${bare}.html`,
    'as a folder': `${bare.replace(/\/index$/, '')}/`,
  }[form];
  const relative = posix.relative(posix.dirname(`/${from}`), `/${path}`) || '.';
  const steps = 'q/../'.repeat(detour) + '../'.repeat(upwards) + relative;
  // What has a meaning of its own in a URL is always encoded.
  const written = isEncoded
    ? steps.split('/').map(encodeURIComponent).join('/')
    : steps.replaceAll(/[%#?]/g, encodeURIComponent);
  return (
    (hasDot || /^\.?$/.test(written) ? './' : '') + written + (form === 'as a folder' ? '/' : '') + fragment
  );
}

/** What a browser would find, if every file were served under each of its names. */
function reference(files: readonly string[], from: string, link: string): string | undefined {
  const served = new Map<string, string>();
  for (const each of files) {
    const bare = each.replace(/\.\w+$/, '');
    for (const base of new Set([bare, bare.replace(/(^|\/)index$/, '')]))
      for (const page of ['', '/index'])
        for (const end of ['', '/', '.md', '.markdown', '.mdx', '.html'])
          served.set(`${root}/${base}${page}${end}`.normalize('NFC'), each);
  }
  const bases = [posix.dirname(`${root}/${from}`), `${root}/${from.replace(/(\/index)?\.\w+$/, '')}`];
  const isFile = /\.(md|markdown|mdx)([?#]|$)/.test(link);
  for (const base of isFile ? bases.slice(0, 1) : bases) {
    const address = new URL(link, `http://host${base.split('/').map(encodeURIComponent).join('/')}/`);
    const found = served.get(decodeURIComponent(address.pathname).replace(/\/+$/, '/').normalize('NFC'));
    if (found !== undefined) return found;
  }
  return undefined;
}

test('links find the files that a browser would find', () => {
  fc.assert(
    fc.property(tree, fc.nat(), file, fc.nat(), spelling, (files, at, missing, choice, how) => {
      const from = files[at % files.length] ?? '';
      const to = [...files, missing][choice % (files.length + 1)] ?? '';
      const href = write(from, to, how);
      const link = readLink(href);
      if (link === undefined) throw new Error(`${href} is no link to a file`);
      expect(link.fragment).toBe(how.fragment === '' ? '' : '#x');
      const all = new Map(files.map((each) => [placeOf(`${root}/${each}`), each]));
      const found = placesOf(link, root, from).find((place) => all.has(place));
      expect(found && all.get(found)).toBe(reference(files, from, href));
    }),
    { numRuns: runs(5000) },
  );
});

test('no link has places outside of the file system, or very many', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 60 }), file, (href, from) => {
      for (const written of [
        href,
        `to-ref:${href}`,
        `to-note:${href}`,
        `@/${href}`,
        `${'../'.repeat(20)}${href}`,
      ]) {
        const link = readLink(written);
        const places = link === undefined ? [] : placesOf(link, root, from);
        expect(places.length).toBeLessThan(20);
        for (const place of places) expect(place).not.toMatch(/(^|\/)\.\.(\/|$)/);
      }
    }),
    { numRuns: runs(2000) },
  );
});
