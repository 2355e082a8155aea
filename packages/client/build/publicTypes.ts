/** Where a declaration begins, or its comment; what belongs to it is indented. */
const start = /(?<!\*\/\n)^(?=\/\*\*|import |export |declare |type |interface )/m;

/**
 * The declarations of a module without the functions that are not exported from the package, and without the imports
 * that only they need: users do not need them, and their types may come from packages that users do not have.
 */
export function publicTypes(text: string, exported: string): string {
  const names = exported.replaceAll(/ from ['"].*/g, '');
  const kept = text.split(start).filter((each) => {
    const name = /^export declare (?:function\*?|const) (\w+)/m.exec(each)?.[1];
    return name === undefined || mentions(names, name);
  });
  const rest = kept.filter((each) => !each.startsWith('import')).join('');
  const isNeeded = (each: string) => importedNames(each).some((name) => mentions(rest, name));
  return kept.filter((each) => !each.startsWith('import') || isNeeded(each)).join('');
}

/** The local names of an import: `A` for `A`, `B` for `A as B`, `C` for `* as C`. */
function importedNames(statement: string): string[] {
  const [clause = ''] = statement.replace(/^import (type )?/, '').split(/ from ['"]/);
  return clause.split(/[{},]/).flatMap((part) => /(\w+)\s*$/.exec(part)?.[1] ?? []);
}

function mentions(text: string, name: string): boolean {
  return new RegExp(`\\b${name}\\b`).test(text);
}
