import { join } from 'node:path';
import sharp from 'sharp';
import { scope } from '../content.ts';

/** Pictures with originals in S3, all different. */
export const pictureCount = 12;

/** Writes the pictures and returns their records. */
export async function writePictures(folder: string): Promise<readonly object[]> {
  return await Promise.all(Array.from({ length: pictureCount }, (_, n) => writePicture(folder, n)));
}

async function writePicture(folder: string, n: number): Promise<object> {
  const background = { r: 20 * n, g: 255 - 20 * n, b: 100 };
  const file = `photo${n}.jpg`;
  await sharp({ create: { width: 640, height: 480, channels: 3, background } })
    .jpeg()
    .toFile(join(folder, file));
  const operations = [{ type: 'size', width: 160, height: 120 }];
  return { kind: 'media', ...scope, mediaId: `p${n}`, name: `Photo ${n}`, type: 'image', file, operations };
}

type Reached = {
  readonly nodes: readonly { readonly address: { readonly url: string } }[];
  readonly headers: Readonly<Record<string, string>>;
};

/** The paths of some of them, on any node. */
export async function picturePaths(
  { nodes, headers }: Reached,
  from: number,
  to: number,
): Promise<readonly string[]> {
  const ids = Array.from({ length: to - from }, (_, n) => `p${from + n}`);
  const path = `/static/projects/${scope.projectId}/spaces/${scope.spaceId}/collection/medias`;
  const response = await fetch(`${nodes[0]?.address.url}${path}?mediaIds=${ids}`, { headers });
  const { list }: { list: readonly { accessUrl: string }[] } = JSON.parse(await response.text());
  return list.map(({ accessUrl }) => new URL(accessUrl).pathname);
}
