/** A path of this site; `/` for anything else. */
export function ownPath(path: string): string {
  const base = 'https://own.invalid';
  const isOwn = /^\/(?![/\\])/.test(path) && URL.canParse(path, base) && new URL(path, base).origin === base;
  return isOwn ? new URL(path, base).href.slice(base.length) : '/';
}
