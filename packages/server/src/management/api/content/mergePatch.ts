import { limits } from '@newsstand/contract';
import type { Members } from '../../../transfer/ndjson/checkLine.ts';
import { isObject } from '../../../transfer/ndjson/isObject.ts';

/** JSON merge patch (RFC 7396): null takes a member away, objects are merged, all else is put in place. */
export function mergePatch(target: Members, patch: Members, depth = 0): Members {
  const merged = new Map(Object.entries(target));
  for (const [name, value] of Object.entries(patch)) {
    const old = merged.get(name);
    if (value === null) merged.delete(name);
    // What is nested deeper than any item is refused anyway, and must not overflow the stack before.
    else if (isObject(value) && depth <= limits.bodyDepth)
      merged.set(name, mergePatch(isObject(old) ? old : {}, value, depth + 1));
    else merged.set(name, value);
  }
  return Object.fromEntries(merged);
}
