import { frameOrigins as origins, embedProvider as provide } from '@newsstand/html';

/** Who shows a page of another site, and how it may be shown within one of ours. */
export interface EmbedProvider {
  id: 'youtube' | 'vimeo' | 'x' | 'link';
  /** What readers call it: `YouTube`, or the host of any other site. */
  name: string;
  /** The page as people visit it. */
  url: string;
  /** What a frame shows; missing for sites that are only linked to. */
  frame?: string;
  /** The shape of the frame. */
  width?: number;
  height?: number;
}

/** Who shows the page at this address; undefined if it isn't an address of the web. */
export function embedProvider(address: string): EmbedProvider | undefined {
  return provide(address);
}

/** The origins of all frames of embeds: what `frame-src` of a page's policy has to allow. */
export const frameOrigins: readonly string[] = origins;
