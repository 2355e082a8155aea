/**
 * Removes the rules of Mantine's components that no script mentions. Their classes have generated names such as `m_77c9d27d`,
 * which stand in the script of a component if it is used at all. Also removes what the bundler adds for browsers that are too
 * old for the scripts, and for text from right to left, which no language of the console has. Half of the styles is gone.
 */
export function purgeStyles(styles: string, scripts: string): string {
  const used = new Set(scripts.match(/\bm_[0-9a-f]+/g));
  const isUsed = (selector: string) =>
    !neverApplies.test(selector) &&
    [...withoutParentheses(selector).matchAll(/\.(m_[0-9a-f]+)/g)].every(([, name = '']) => used.has(name));
  const purge = (text: string): string =>
    partsOf(text)
      .map(({ head, body }) => {
        if (body === undefined) return head;
        if (/^\s*@(media|layer|supports|container)/.test(head)) return block(head, purge(body));
        if (/^\s*@/.test(head)) return block(head, body);
        return block(selectorsOf(head).map(withoutDirection).filter(isUsed).join(','), body);
      })
      .join('');
  return purge(styles);
}

/** The bundler writes out `inset-inline-start` and the like for each direction, with a list of nineteen languages. */
const leftToRight = /:not\(:is\((?::lang\(\w+\),?)+\)\)/g;

/** A selector that applies to text from left to right has no need to say so. */
function withoutDirection(selector: string): string {
  return selector.replace(leftToRight, '');
}

const neverApplies = /:-(?:webkit|moz)-any\(|:lang\(ar\)|:where\(\[dir=rtl\]\)/;

type Part = { readonly head: string; readonly body?: string };

/** The rules and statements of a style sheet, or of a block in it. */
function partsOf(text: string): readonly Part[] {
  const parts: Part[] = [];
  let start = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === ';') {
      parts.push({ head: text.slice(start, at + 1) });
      start = at + 1;
    } else if (text[at] === '{') {
      const end = endOf(text, at, '{', '}');
      parts.push({ head: text.slice(start, at), body: text.slice(at + 1, end) });
      at = end;
      start = end + 1;
    } else at = endOfString(text, at);
  }
  const rest = text.slice(start);
  return rest.trim() === '' ? parts : [...parts, { head: rest }];
}

function selectorsOf(head: string): readonly string[] {
  const selectors: string[] = [];
  let start = 0;
  for (let at = 0; at < head.length; at++) {
    if (head[at] === '(') at = endOf(head, at, '(', ')');
    else if (head[at] === ',') {
      selectors.push(head.slice(start, at));
      start = at + 1;
    } else at = endOfString(head, at);
  }
  return [...selectors, head.slice(start)];
}

/** What is in parentheses, as in `:not(.m_1)`, need not be there for a rule to apply. */
function withoutParentheses(selector: string): string {
  const start = selector.indexOf('(');
  if (start === -1) return selector;
  return selector.slice(0, start) + withoutParentheses(selector.slice(endOf(selector, start, '(', ')') + 1));
}

/** The position of the bracket that closes the one at a position. */
function endOf(text: string, start: number, open: string, close: string): number {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    if (text[at] === open) depth++;
    else if (text[at] === close && --depth === 0) return at;
    else at = endOfString(text, at);
  }
  return text.length;
}

/** The end of the string that starts at a position; the position itself if none does. */
function endOfString(text: string, at: number): number {
  const quote = text[at];
  if (quote === '\\') return at + 1;
  if (quote !== '"' && quote !== "'") return at;
  for (let end = at + 1; end < text.length; end++) {
    if (text[end] === '\\') end++;
    else if (text[end] === quote) return end;
  }
  return text.length;
}

function block(head: string, body: string): string {
  return head.trim() === '' || body === '' ? '' : `${head}{${body}}`;
}
