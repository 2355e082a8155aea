import { createContext, useContext } from 'react';
import type { Space } from '../../../api/paths.ts';

const BlockSpaceContext = createContext<Space | undefined>(undefined);

/** Provides the space from which the blocks take their media and items. */
export const BlockSpace = BlockSpaceContext.Provider;

/** The space of the blocks being edited. */
export function useBlockSpace(): Space {
  const space = useContext(BlockSpaceContext);
  if (space === undefined) throw new Error('these blocks have no space');
  return space;
}

const OwnItemContext = createContext<string | undefined>(undefined);

/** Provides the ID of the item whose blocks are edited, if it has one yet. */
export const OwnItem = OwnItemContext.Provider;

/** The ID of the item whose blocks are edited. */
export function useOwnItem(): string | undefined {
  return useContext(OwnItemContext);
}
