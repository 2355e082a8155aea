/** What a member is called; one that has no name of its own is called as what it is part of, or by its path. */
export function memberName(path: string, names: Readonly<Record<string, string>>): string {
  for (let known = path; known !== ''; known = known.slice(0, Math.max(0, known.lastIndexOf('.')))) {
    const name = Object.hasOwn(names, known) ? names[known] : undefined;
    if (name !== undefined) return name;
  }
  return path;
}
