import { expect } from 'bun:test';
import { type Media, media } from '@newsstand/contract';
import sharp from 'sharp';
import { z } from 'zod';
import type { Running } from './newsstandProcess.ts';
import { keysOf } from './withDemo.ts';

export const space = '/static/projects/demo/spaces/web';

/** Reads the demo of a service. */
export type DemoReader = Awaited<ReturnType<typeof readDemo>>;

/** Reads the media of the demo. */
export async function readDemo(running: Pick<Running, 'url' | 'stdout'>) {
  /** All items of a list, drafts included. */
  async function read<Item>(path: string, schema: z.ZodType<Item>): Promise<readonly Item[]> {
    const response = await fetch(running.url + path, { headers: keysOf(running).preview });
    return z.object({ list: z.array(schema) }).parse(await response.json()).list;
  }

  const list = await read(`${space}/collection/medias?size=99`, media);
  const all = new Map(list.map((each) => [each.mediaId, each]));

  function named(id: string): Media {
    const found = all.get(id);
    if (found === undefined) throw new Error(`the demo has no ${id}`);
    return found;
  }

  return { all, read, named };
}

/** Fetches a URL as a client that accepts any format. */
export async function get(url: string | undefined) {
  const response = await fetch(url ?? '', { headers: { connection: 'close' } });
  const bytes = await response.bytes();
  return { url, status: response.status, type: response.headers.get('content-type'), response, bytes };
}

export async function sizeOf(url: string | undefined): Promise<string> {
  const { bytes, status } = await get(url);
  expect({ url, status }).toEqual({ url, status: 200 });
  // Decodes the whole picture, not only its header.
  const { info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
  return `${info.width}x${info.height}`;
}
