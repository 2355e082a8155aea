import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2';

const blockElements = new Set(
  (
    'address article aside blockquote body br caption center col colgroup dd details dialog dir div dl dt ' +
    'fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html iframe ' +
    'legend li link listing main menu meta nav noframes noscript ol optgroup option p plaintext pre search ' +
    'section select summary table tbody td template textarea tfoot th thead title tr ul xmp'
  ).split(' '),
);
const unfinishedTag = /^<\/?[a-z]/i;

/** The text that a reader would see of a piece of HTML; plain text stays as it is. */
export function stripMarkup(text: string): string {
  if (!text.includes('<') && !text.includes('&')) return text;
  const pieces: string[] = [];
  // The tokenizer and not the parser: the parser searches its stack of open elements for every closing tag,
  // which is quadratic on hostile input, and nothing here depends on nesting.
  const tokenizer = new Tokenizer({ xmlMode: false, decodeEntities: true }, visibleText(text, pieces));
  tokenizer.write(text);
  tokenizer.end();
  return pieces.join('');
}

function visibleText(text: string, pieces: string[]): TokenizerCallbacks {
  let tag = '';
  let hidden = false;
  let done = 0;
  const openTag = (end: number) => {
    done = end + 1;
    hidden = tag === 'script' || tag === 'style';
    if (blockElements.has(tag)) pieces.push('\n');
  };
  const skip = (_start: number, end: number) => {
    done = end + 1;
  };
  return {
    ontext(start, end) {
      // Text that ends inside a closing tag is reported from -1: there is none.
      if (start < 0) return;
      // A tag name cut off by the end of the text is reported without its `<`.
      const from = start > done && text[start - 1] === '<' ? start - 1 : start;
      done = end;
      if (!hidden) pieces.push(text.slice(from, end));
    },
    ontextentity(codePoint, end) {
      done = end;
      if (!hidden) pieces.push(String.fromCodePoint(codePoint));
    },
    onopentagname(start, end) {
      tag = text.slice(start, end).toLowerCase();
    },
    onopentagend: openTag,
    onselfclosingtag: openTag,
    onclosetag(start, end) {
      const close = text.indexOf('>', end);
      done = close < 0 ? text.length : close + 1;
      hidden = false;
      if (blockElements.has(text.slice(start, end).toLowerCase())) pieces.push('\n');
    },
    oncomment: skip,
    oncdata: skip,
    ondeclaration: skip,
    onprocessinginstruction: skip,
    onend() {
      // `if a <b then c`: what never became a tag is text.
      const rest = text.slice(done);
      if (!hidden && unfinishedTag.test(rest)) pieces.push(rest);
    },
    onattribdata() {},
    onattribentity() {},
    onattribend() {},
    onattribname() {},
  };
}
