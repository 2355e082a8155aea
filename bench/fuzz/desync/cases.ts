import { bodyCases } from './bodyCases.ts';
import type { DesyncCase, Group, Ingredients } from './DesyncCase.ts';
import { headCases } from './headCases.ts';

/** Generates all cases. */
export function desyncCases(given: Ingredients): readonly DesyncCase[] {
  const casesOf = (groups: Readonly<Record<string, Group>>, usuallyOwn: boolean) =>
    Object.entries(groups).flatMap(([group, make]) => {
      const cases: DesyncCase[] = [];
      make(given, (name, bytes, { isOwn = usuallyOwn, isHead = false } = {}) => {
        cases.push({ group, name, bytes, isOwn, isHead });
      });
      return cases;
    });
  // Without a body, what follows a head is another request.
  return [...casesOf(bodyCases, false), ...casesOf(headCases, true)];
}
