import { createContext, useContext } from 'react';
import type { SpacePlace } from '../../api/places.ts';

const Current = createContext<SpacePlace | undefined>(undefined);

/** Says in which space the blocks are: their media are taken from there. */
export const BlockSpace = Current.Provider;

/** The space of the blocks that are edited. */
export function useBlockSpace(): SpacePlace {
  const space = useContext(Current);
  if (space === undefined) throw new Error('these blocks are in no space');
  return space;
}
