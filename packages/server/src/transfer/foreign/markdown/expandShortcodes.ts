/** Markdown without the marks of the generators of sites, and those that nobody here understands. */
export type Expanded = { readonly text: string; readonly unknown: readonly string[] };

/** A tag of Liquid (`{% … %}`, `{{ … }}`), or a shortcode of Hugo (`{{< … >}}`, `{{% … %}}`), on one line. */
const tag = /\{\{[<%][^{}\n]{0,2000}[>%]\}\}|\{\{[^{}\n]{0,2000}\}\}|\{%[^{}\n]{0,2000}%\}/g;

/** Takes the marks of Jekyll, Hugo and Hexo out of Markdown, or puts what they mean in their place. */
export function expandShortcodes(markdown: string): Expanded {
  const unknown = new Set<string>();
  const text = withoutComments(markdown).replaceAll(tag, (whole) => {
    const meaning = meaningOf(
      whole
        .replace(/^\{[{%][<%]?-?/, '')
        .replace(/-?[>%]?[%}]\}$/, '')
        .trim(),
      whole,
    );
    if (meaning === undefined) unknown.add(/[\w-]+/.exec(whole)?.[0] ?? whole);
    return meaning ?? whole;
  });
  return { text, unknown: [...unknown] };
}

/** Leaves out Kramdown's attributes: `{: .center}`, `{:toc}`. */
export function withoutAttributes(markdown: string): string {
  return markdown.replaceAll(/\{:(?=[\s.#]|toc\b|\w{1,50}=)[^{}\n]{0,500}\}/g, '');
}

/** Liquid's comments are seen by nobody. */
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

/** What a mark stands for, as Markdown or HTML; undefined where that is not known. */
function meaningOf(words: string, whole: string): string | undefined {
  if (whole.startsWith('{{') && !/^\{\{[<%]/.test(whole)) return liquidValue(words);
  const [name = '', ...rest] = words.split(/\s+/);
  const given = rest.join(' ');
  switch (name.replace(/^\//, '')) {
    case 'raw':
    case 'endraw':
      return '';
    case 'highlight':
      return words.startsWith('/') ? '```' : `\`\`\`${rest[0] ?? ''}`;
    case 'endhighlight':
      return '```';
    case 'figure':
    case 'img':
      return picture(given);
    case 'youtube':
      return video(given, 'https://www.youtube.com/embed/');
    case 'vimeo':
      return video(given, 'https://player.vimeo.com/video/');
    default:
      return undefined;
  }
}

/** A value of Liquid: the address of the site stands before paths and means nothing here. */
function liquidValue(words: string): string | undefined {
  if (/^site\.(baseurl|url|github\.url)$/.test(words)) return '';
  return /^["']([^"']*)["']\s*\|\s*(?:relative_url|absolute_url|prepend:.*|relURL|absURL)$/.exec(words)?.[1];
}

function picture(given: string): string | undefined {
  const src = attribute(given, 'src') ?? /^[^\s=]+\.\w+$/.exec(given)?.[0];
  if (src === undefined) return undefined;
  const caption = attribute(given, 'caption') ?? attribute(given, 'title');
  const alt = escaped(attribute(given, 'alt') ?? '');
  const below = caption === undefined ? '' : `<figcaption>${escaped(caption)}</figcaption>`;
  return `<figure><img src="${escaped(src)}" alt="${alt}">${below}</figure>`;
}

function video(given: string, address: string): string | undefined {
  const id = attribute(given, 'id') ?? /^["']?([\w-]{1,64})/.exec(given)?.[1];
  return id === undefined ? undefined : `<iframe src="${address}${escaped(id)}"></iframe>`;
}

function attribute(given: string, name: string): string | undefined {
  const found = new RegExp(`(?:^|\\s)${name}=(?:"([^"]*)"|'([^']*)'|(\\S+))`).exec(given);
  return found?.[1] ?? found?.[2] ?? found?.[3];
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
