import type { LabelOption } from '../../api/labels.ts';

/** The option with exactly this name, whatever its case, width and spaces. */
export function exactMatch<Option extends LabelOption>(
  options: readonly Option[],
  name: string,
): Option | undefined {
  return options.find(({ label }) => folded(label) === folded(name));
}

/**
 * Whether a search found this option by its name or alias. Searches look into IDs as well, but whoever types “Harbour 2”
 * does not mean a “Harbour” with a 2 in its ID.
 */
export function isFoundByName({ value, label, alias = '' }: LabelOption, typed: string): boolean {
  const names = folded(`${label} ${alias}`);
  const terms = folded(typed).split(' ');
  return (
    value === typed.trim() || terms.every((term) => names.includes(term) || !folded(value).includes(term))
  );
}

/** The position of the option that Enter takes: the exact match, or else the first; none if nothing was typed. */
export function preselected(
  options: readonly (LabelOption & { readonly isNew?: boolean })[],
  typed: string,
): number | undefined {
  if (typed.trim() === '' || options.length === 0) return undefined;
  const exact = exactMatch(
    options.filter(({ isNew }) => !isNew),
    typed,
  );
  return exact === undefined ? 0 : options.indexOf(exact);
}

function folded(text: string): string {
  return text.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase();
}
