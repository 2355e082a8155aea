import { escapeText } from '@newsstand/html';
import { writeAttribute } from '../shared/html/writeHtml.ts';
/** Markdown without the shortcodes of site generators, and those that are unknown. */
export type Expanded = { readonly text: string; readonly unknown: readonly string[] };

/** A tag of Liquid (`{% … %}`, `{{ … }}`), or a shortcode of Hugo (`{{< … >}}`, `{{% … %}}`), on one line. */
const tag = /\{\{[<%][^{}\n]{0,2000}[>%]\}\}|\{\{[^{}\n]{0,2000}\}\}|\{%[^{}\n]{0,2000}%\}/g;

/** Replaces the shortcodes of Jekyll, Hugo and Hexo by what they mean, or removes them. */
export function expandShortcodes(markdown: string): Expanded {
  const unknown = new Set<string>();
  const expand = (text: string): string =>
    text.replaceAll(tag, (whole, at: number) => {
      const meaning = meaningOf(wordsIn(whole), whole);
      if (meaning === undefined) unknown.add(/[\w-]+/.exec(whole)?.[0] ?? whole);
      // Without an empty line, the following text would be HTML, too.
      const isBlock = meaning?.startsWith('<') && text[at + whole.length] === '\n';
      return isBlock ? `${meaning}\n` : (meaning ?? whole);
    });
  // Every other piece is raw: it contains no shortcodes.
  const pieces = withoutComments(markdown).split(raw);
  const text = pieces.map((piece, index) => (index % 2 === 0 ? expand(piece) : piece)).join('');
  return { text, unknown: [...unknown] };
}

const raw = /\{%-?[ \t]{0,99}(?:end)?raw[ \t]{0,99}-?%\}/;

function wordsIn(mark: string): string {
  return mark
    .replace(/^\{[{%][<%]?-?/, '')
    .replace(/-?[>%]?[%}]\}$/, '')
    .trim();
}

/** Removes Kramdown attributes: `{: .center}`, and `{:toc}` with its placeholder list item. */
export function withoutAttributes(markdown: string): string {
  return markdown
    .replaceAll(/^(?:[*+-]|1\.) .{0,99}\n\{:toc\b[^{}\n]{0,99}\}/gm, '')
    .replaceAll(/\{:(?=[\s.#]|toc\b|\w{1,50}=)[^{}\n]{0,500}\}/g, '');
}

/** Removes comments of Liquid. */
function withoutComments(markdown: string): string {
  const [before = '', ...comments] = markdown.split(/\{%-?[ \t]{0,99}comment[ \t]{0,99}-?%\}/);
  const after = comments.map((each) =>
    each
      .split(/\{%-?[ \t]{0,99}endcomment[ \t]{0,99}-?%\}/)
      .slice(1)
      .join(''),
  );
  return [before, ...after].join('');
}

/** A shortcode as Markdown or HTML; undefined if it is unknown. */
function meaningOf(words: string, whole: string): string | undefined {
  if (whole.startsWith('{{') && !/^\{\{[<%]/.test(whole)) return liquidValue(words);
  // Hugo's escape for a literal shortcode.
  if (/^\/\*.*\*\/$/.test(words))
    return `${whole.slice(0, 3)} ${words.slice(2, -2).trim()} ${whole.slice(-3)}`;
  const [name = '', ...rest] = words.split(/\s+/);
  const given = rest.join(' ');
  switch (name.replace(/^\//, '')) {
    case 'highlight':
      return words.startsWith('/') ? '```' : `\`\`\`${rest[0] ?? ''}`;
    case 'codeblock':
      return `\`\`\`${/\blang:(\S+)/.exec(given)?.[1] ?? ''}`;
    case 'endhighlight':
    case 'endcodeblock':
      return '```';
    case 'figure':
    case 'img':
    case 'asset_img':
      return picture(given);
    case 'ref':
    case 'relref':
    case 'link':
      return address(given);
    case 'post_url':
      return rest[0] === undefined ? undefined : address(`${rest[0]}.md`);
    case 'post_link':
      return rest[0] === undefined
        ? undefined
        : `[${unquoted(rest.slice(1).join(' ')) || rest[0]}](${address(`${rest[0]}.md`)})`;
    case 'youtube':
      return video(given, 'https://www.youtube.com/embed/');
    case 'vimeo':
      return video(given, 'https://player.vimeo.com/video/');
    default:
      return undefined;
  }
}

/** The target file of a link. */
function address(given: string): string | undefined {
  const path = attribute(given, 'path') ?? unquoted(given);
  return path === '' ? undefined : encodeURI(path);
}

function unquoted(text: string): string {
  return text.replaceAll(/^["']|["']$/g, '');
}

/** A Liquid value. The site URL before a path becomes empty. */
function liquidValue(words: string): string | undefined {
  if (/^site\.(baseurl|url|github\.url)$/.test(words)) return '';
  return /^["']([^"']*)["']\s*\|\s*(?:relative_url|absolute_url|prepend:.*|relURL|absURL)$/.exec(words)?.[1];
}

function picture(given: string): string | undefined {
  const src = attribute(given, 'src') ?? /(?:^|\s)["']?([^\s="']+\.\w+)["']?(?=\s|$)/.exec(given)?.[1];
  if (src === undefined) return undefined;
  const caption = attribute(given, 'caption') ?? attribute(given, 'title');
  const written = writeAttribute('src', src) + writeAttribute('alt', attribute(given, 'alt') ?? '');
  const below = caption === undefined ? '' : `<figcaption>${escapeText(caption)}</figcaption>`;
  return `<figure><img${written}>${below}</figure>`;
}

function video(given: string, address: string): string | undefined {
  const id = attribute(given, 'id') ?? /^["']?([\w-]{1,64})/.exec(given)?.[1];
  return id === undefined ? undefined : `<iframe${writeAttribute('src', address + id)}></iframe>`;
}

function attribute(given: string, name: string): string | undefined {
  const found = new RegExp(`(?:^|\\s)${name}=(?:"([^"]*)"|'([^']*)'|(\\S+))`).exec(given);
  return found?.[1] ?? found?.[2] ?? found?.[3];
}
