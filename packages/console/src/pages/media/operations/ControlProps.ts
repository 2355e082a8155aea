import type { ControlName } from './faultsAt.ts';
import type { FilterSettings, Settings } from './Settings.ts';

/** What every group of controls is given. */
export type ControlProps = {
  readonly settings: Settings;
  readonly onChange: (settings: Settings) => void;
  readonly faults: ReadonlyMap<ControlName, string>;
};

/** Settings with some that are others; those that are undefined are gone. */
export function changed(
  settings: Settings,
  part: { readonly [Name in keyof Settings]?: Settings[Name] | undefined },
): Settings {
  return without({ ...settings, ...part });
}

/** Settings with some filters that are others; those that are undefined are gone. */
export function filtered(
  settings: Settings,
  part: { readonly [Name in keyof FilterSettings]?: FilterSettings[Name] | undefined },
): Settings {
  const filters: FilterSettings = without({ ...settings.filters, ...part });
  return { ...settings, filters };
}

/** Members that are undefined would be members all the same. */
function without<Members extends object>(
  members: { [Name in keyof Members]: Members[Name] | undefined },
): Members;
function without(members: object): object {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}
