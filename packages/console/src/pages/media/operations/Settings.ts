import type { MediaOperation } from '@newsstand/contract';
import type { Filters } from '@newsstand/contract/pictureOperations';

type Operation<Type extends MediaOperation['type']> = Extract<MediaOperation, { type: Type }>;

/** Members of `filters`, by their names. */
export type FilterSettings = Omit<Filters, 'type'>;

/** Operations as the controls of the editor show them; what is not set is not there. */
export type Settings = {
  readonly trim?: Operation<'trim'>['orientation'];
  readonly crop?: Omit<Operation<'crop'>, 'type'>;
  readonly fit?: Operation<'fit-in'>['value'];
  readonly size?: Omit<Operation<'size'>, 'type'>;
  readonly horizontal?: Operation<'h-align'>['value'];
  readonly vertical?: Operation<'v-align'>['value'];
  readonly isSmart: boolean;
  readonly filters: FilterSettings;
  /** What they were read from: it says in which order they are written, and what else there is. */
  readonly base: readonly MediaOperation[];
};
