/** A path of this site; `/` for anything else. */
export function ownPath(path: string): string {
  const base = 'https://own.invalid';
  const target = path.startsWith('/') && URL.canParse(path, base) ? new URL(path, base) : undefined;
  if (target?.origin !== base) return '/';
  const own = target.href.slice(base.length);
  // Of `/.//x.example`, this is left, which is another site.
  return own.startsWith('//') ? '/' : own;
}
