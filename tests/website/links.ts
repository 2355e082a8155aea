import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Parser } from 'htmlparser2';

/** What is wrong with a link to another host: only its form can be checked without a network. */
export function faultOfExternal(target: string): string | undefined {
  const isRight = URL.canParse(target) && /^(https?:\/\/[^/]+|mailto:[^@]+@[^@]+$)/.test(target);
  return isRight ? undefined : `${target} is not a URL`;
}

/** The links and the anchors of an HTML page. */
function readHtml(text: string): { readonly links: readonly string[]; readonly ids: ReadonlySet<string> } {
  const links: string[] = [];
  const ids = new Set<string>();
  const parser = new Parser({
    onopentag(_, { href, src, id }) {
      for (const target of [href, src]) if (target !== undefined) links.push(target);
      if (id !== undefined) ids.add(id);
    },
  });
  parser.end(text);
  return { links, ids };
}

/** The links of a built site that lead nowhere. Everything that it loads must be below its own path. */
export async function brokenLinks(folder: string, base: string): Promise<readonly string[]> {
  const files = await readdir(folder, { recursive: true });
  const names = new Set(files);
  const pages = new Map<string, ReturnType<typeof readHtml>>();
  for (const file of files.filter((name) => name.endsWith('.html')))
    pages.set(file, readHtml(await Bun.file(join(folder, file)).text()));
  const faultOf = (page: string, target: string): string | undefined => {
    if (/^(?!data:)[a-z]+:/.test(target)) return faultOfExternal(target);
    if (target.startsWith('data:')) return undefined;
    const { pathname, hash } = new URL(target, `http://site${base}${page}`);
    if (!pathname.startsWith(base)) return 'is not below the path of the site';
    const path = decodeURIComponent(pathname.slice(base.length));
    const file = path === '' || path.endsWith('/') ? `${path}index.html` : path;
    if (!names.has(file)) return `there is no ${file}`;
    const id = decodeURIComponent(hash.slice(1));
    return id === '' || pages.get(file)?.ids.has(id) ? undefined : `${file} has no #${id}`;
  };
  return [...pages].flatMap(([page, { links }]) =>
    links.flatMap((target) => {
      const fault = faultOf(page, target);
      return fault === undefined ? [] : [`${page}: ${target}: ${fault}`];
    }),
  );
}
