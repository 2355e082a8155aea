import { outsideFences } from './outsideCode.ts';

const statement = /^import [\w*{].{0,300} from ["'][^"'\n]{1,300}["'];?[ \t]*$/m;

/** Whether a file is MDX: by its name, or, as Docusaurus takes all Markdown for MDX, since it imports something. */
export function isMdx(path: string, body: string): boolean {
  if (/\.mdx$/i.test(path)) return true;
  let isFound = false;
  if (statement.test(body))
    outsideFences(body, (text) => {
      isFound ||= statement.test(text);
      return text;
    });
  return isFound;
}

const imported = /^import (\w{1,99}) from ["']([^"'\n]{1,500})["']/gm;

/** MDX as Markdown: without what its components need and its comments, and with the addresses of its pictures. */
export function plainMdx(mdx: string): string {
  const files = new Map([...mdx.matchAll(imported)].map(([, name = '', path = '']) => [name, path]));
  return outsideFences(mdx, (text) =>
    withoutComments(withoutModules(text))
      .replaceAll(/<Image(?=\s)/g, '<img')
      .replaceAll(/=\{require\(["']([^"'\n]{1,500})["']\)(?:\.default)?\}/g, '="$1"')
      .replaceAll(/\bsrc=\{(\w{1,99})(?:\.src)?\}/g, (whole, name) =>
        files.has(name) ? `src="${files.get(name)}"` : whole,
      ),
  );
}

/** A statement begins with its word and ends with an empty line. */
function withoutModules(text: string): string {
  let isModule = false;
  const lines = text.split('\n').filter((line) => {
    isModule = line.trim() !== '' && (isModule || /^(?:import|export)\s/.test(line));
    return !isModule;
  });
  return lines.join('\n');
}

function withoutComments(text: string): string {
  const [before = '', ...comments] = text.split('{/*');
  const after = comments.map((comment) => {
    const end = comment.indexOf('*/}');
    return end === -1 ? `{/*${comment}` : comment.slice(end + 3);
  });
  return [before, ...after].join('');
}
