import { tokenize } from '@newsstand/html';
import { decodeHTML } from 'entities';

const blocks = new Set(
  (
    'address article aside blockquote body br caption center col colgroup dd details dialog dir div dl dt ' +
    'fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html iframe ' +
    'legend li link listing main menu meta nav noframes noscript ol optgroup option p plaintext pre search ' +
    'section select summary table tbody td template textarea tfoot th thead title tr ul xmp'
  ).split(' '),
);

/**
 * The text that a reader would see of a piece of HTML; plain text stays as it is. What stands beside the base text of ruby
 * comes after all else: the readings of each `<ruby>` on a line, and then each `<rp>`.
 */
export function stripMarkup(html: string): string {
  if (!html.includes('<') && !html.includes('&')) return html;
  const base: string[] = [];
  const beside: Record<'rt' | 'rp', string[]> = { rt: [], rp: [] };
  let into = base;
  let tag = '';
  for (const token of tokenize(html)) {
    const { type, start, end } = token;
    if (type === 'tag') {
      tag = token.name;
      if (rubyParts.has(tag)) {
        // `</rt>` and `</rp>` may be left out.
        into = !token.isEnd && (tag === 'rt' || tag === 'rp') ? beside[tag] : base;
        if (tag === 'ruby' || tag === 'rtc') beside.rt.push('\n');
        else if (tag === 'rp') beside.rp.push('\n');
      } else if (blocks.has(tag)) into.push('\n');
    }
    // `if a <b then c`: what never became a tag is text.
    else if (type === 'unfinished') into.push(html.slice(start, end));
    else if (type === 'text' && !isHidden(token.isRaw, tag)) {
      const text = html.slice(start, end);
      into.push(token.hasReferences ? decodeHTML(text) : text);
    }
  }
  const isRuby = beside.rt.length + beside.rp.length > 0;
  return isRuby ? [...base, '\n', ...beside.rt, '\n', ...beside.rp].join('') : base.join('');
}

const rubyParts = new Set(['ruby', 'rb', 'rt', 'rtc', 'rp']);

function isHidden(isRaw: boolean, tag: string): boolean {
  return isRaw && (tag === 'script' || tag === 'style');
}
