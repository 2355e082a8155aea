/** Exits with a message if one of these programs is not installed. */
export function requireTools(...names: readonly ('wrk' | 'nginx' | 'sqlite3')[]): void {
  const missing = names.filter((name) => Bun.which(name) === null);
  if (missing.length === 0) return;
  const packages = missing.map((name) => (name === 'nginx' ? 'nginx-light' : name)).join(' ');
  console.error(`${missing.join(' and ')} missing; on Debian and Ubuntu: apt-get install ${packages}`);
  process.exit(2);
}
