import { z } from 'zod';

/** A file of a bundle in S3. */
export type Part = z.infer<typeof part>;

const part = z.strictObject({
  // Bundles are written to disks as well: nothing may lie outside of its folder.
  path: z.string().regex(/^(?!\.{0,2}(\/|$))[^\0\\/]+(\/(?!\.{0,2}(\/|$))[^\0\\/]+)*$/),
  fileSize: z.int().nonnegative(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});

/** What a bundle holds. A bundle is there when this is, since it is written last. */
export const manifest = z.strictObject({ files: z.array(part).max(100_000) });

/** Where the original of a name lies. */
export function originalKey(name: string): string {
  return `${name.slice(0, 2)}/${name}`;
}

/** Where the manifest of a bundle lies. */
export function manifestKey(id: string): string {
  return `bundles/${id}.json`;
}

/** Where a file of a bundle lies: under its content's hash, so that two who make the same bundle can't mix theirs. */
export function partKey(id: string, { sha256 }: Part): string {
  return `bundles/${id}/${sha256}`;
}

/** What a copy of it is called on a machine: all copies of a bundle's files begin with its ID. */
export function partName(id: string, { sha256 }: Part): string {
  return id + sha256;
}
