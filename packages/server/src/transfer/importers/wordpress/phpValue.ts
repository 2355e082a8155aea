const token = /(a:\d+:\{)|(\})|s:\d+:"(.*?)";|b:([01]);|[id]:(-?[\d.]+);|N;/gsy;

/** Deeper than any plugin nests its settings. */
const deepest = 20;

/** A list or an object that PHP has written, such as `a:1:{i:0;s:7:"private";}`; any other text as it is. */
export function phpValue(text: string): unknown {
  if (!/^a:\d+:\{.*\}$/s.test(text)) return text;
  const tokens = text.matchAll(token);
  let isBroken = false;

  /** Undefined at the end of an array. */
  function read(depth: number): { readonly value: unknown } | undefined {
    const next = tokens.next();
    if (next.done) isBroken = true;
    if (next.done || next.value[2] !== undefined) return undefined;
    const [, start, , words, truth, digits] = next.value;
    if (start !== undefined && depth < deepest) return { value: readArray(depth + 1) };
    const scalar = words ?? (truth === undefined ? undefined : truth === '1');
    return { value: scalar ?? (digits === undefined ? null : Number(digits)) };
  }

  function readArray(depth: number): unknown {
    const entries: (readonly [string, unknown])[] = [];
    for (let key = read(depth); key !== undefined; key = read(depth)) {
      const element = read(depth);
      if (element === undefined) break;
      entries.push([String(key.value), element.value]);
    }
    const isList = entries.every(([key], index) => key === String(index));
    return isList ? entries.map(([, value]) => value) : Object.fromEntries(entries);
  }

  const whole = read(0)?.value;
  return isBroken ? text : whole;
}
