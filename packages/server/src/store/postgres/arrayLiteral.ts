/** A list as PostgreSQL writes it: whole columns travel as one value each. */
export function arrayLiteral(values: Iterable<string | number | null>): string {
  const elements = [];
  for (const value of values) elements.push(typeof value === 'string' ? quoted(value) : `${value ?? 'NULL'}`);
  return `{${elements.join(',')}}`;
}

/** JSON quotes most text just like PostgreSQL, and much faster than anything else here. */
function quoted(text: string): string {
  const isSame = text.isWellFormed() && !/[\0-\x1f]/.test(text);
  return isSame ? JSON.stringify(text) : `"${text.replaceAll(/["\\]/g, '\\$&')}"`;
}
