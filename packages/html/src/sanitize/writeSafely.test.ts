import { expect, test } from 'bun:test';
import fc from 'fast-check';
import type { ElementContent, Properties } from 'hast';
import { runs } from '../../../../tests/testing/runs.ts';
import { findUnsafe } from '../../testing/findUnsafe.ts';
import { writeSafely } from './sanitizeHtml.ts';

const names =
  'a b h2 p img video source table td code div script style svg math template iframe form input object x';
const keys =
  'onClick onError style id name className srcDoc href src poster formAction xLinkHref target title width dataX is';
const values = [
  'javascript:1',
  ' javascript:1',
  'data:text/html,x',
  'https://x.example/',
  '/x',
  '"><script>1</script>',
  'x',
];

const { node } = fc.letrec<{ node: ElementContent }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 5 },
    fc.record({
      type: fc.constant('text' as const),
      value: fc.constantFrom(...values, '<script>1</script>'),
    }),
    fc.record({
      type: fc.constant('comment' as const),
      value: fc.constantFrom('x', '--><script>1</script>'),
    }),
    fc.record({
      type: fc.constant('element' as const),
      tagName: fc.constantFrom(...names.split(' ')),
      properties: fc.dictionary(
        fc.constantFrom(...keys.split(' ')),
        fc.constantFrom<Properties[string][]>(...values, ['a', 'language-js'], true, 5),
      ),
      children: fc.array(tie('node'), { maxLength: 4 }),
    }),
  ),
}));

test('nothing unsafe gets out, wherever the tree comes from', () => {
  fc.assert(
    fc.property(fc.array(node), (children) => {
      const html = writeSafely(children, []);
      expect(findUnsafe(html)).toEqual([]);
    }),
    { numRuns: runs(500) },
  );
});
