import type { StateCore, Token } from 'markdown-it';
import { toneOf } from '../html/readParts.ts';

const mark = /^\[!(\w{1,20})\][+-]?[ \t]*([^\n]*)(?:\n|$)/;

/** Turns quotes that begin with `[!NOTE]`, and maybe a title, into callouts. */
export function readAlerts(state: StateCore): void {
  const tones: (string | undefined)[] = [];
  state.tokens = state.tokens.flatMap((token, index, all) => {
    if (token.type === 'blockquote_open') {
      const inline = all[index + 1]?.type === 'paragraph_open' ? all[index + 2] : undefined;
      const [whole = '', word = '', title = ''] = mark.exec(inline?.content ?? '') ?? [];
      const tone = toneOf(word);
      tones.push(tone);
      if (inline === undefined || tone === undefined) return [token];
      inline.content = inline.content.slice(whole.length);
      return [asCallout(token, tone), ...titleTokens(state, title)];
    }
    if (token.type === 'blockquote_close' && tones.pop() !== undefined) token.tag = 'aside';
    return [token];
  });
}

/** The token as the start of a callout. */
export function asCallout(token: Token, tone: string): Token {
  token.tag = 'aside';
  token.attrs = [['class', `block-callout block-callout-${tone}`]];
  return token;
}

/** The title of a callout: a paragraph that is all strong. */
export function titleTokens({ Token }: StateCore, title: string): readonly Token[] {
  if (title.trim() === '') return [];
  const inline = new Token('inline', '', 0);
  inline.content = title.trim();
  inline.children = [];
  return [
    new Token('paragraph_open', 'p', 1),
    new Token('strong_open', 'strong', 1),
    inline,
    new Token('strong_close', 'strong', -1),
    new Token('paragraph_close', 'p', -1),
  ];
}
