import { z } from 'zod';

/** A file of a bundle in S3. */
export type Part = z.infer<typeof part>;

const part = z.strictObject({
  // Bundles are also written to disk: no path may lead out of the bundle's folder.
  path: z.string().regex(/^(?!\.{0,2}(\/|$))[^\0\\/]+(\/(?!\.{0,2}(\/|$))[^\0\\/]+)*$/),
  fileSize: z.int().nonnegative(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});

/** The list of a bundle's files. It is written last: a bundle exists once its manifest does. */
export const manifest = z.strictObject({ files: z.array(part).max(100_000) });

/** The key of an original. */
export function originalKey(name: string): string {
  return `${name.slice(0, 2)}/${name}`;
}

/** The key of a bundle's manifest. */
export function manifestKey(id: string): string {
  return `bundles/${id}.json`;
}

/** The key of a file in a bundle. It contains the hash, so that two writers of the same bundle can't mix their files. */
export function partKey(id: string, { sha256 }: Part): string {
  return `bundles/${id}/${sha256}`;
}

/** An object in S3, and the name of its local copy: hexadecimal digits, unique among all copies. */
export type ObjectRef = {
  readonly key: string;
  readonly name: string;
  readonly fileSize: number;
  readonly sha256: string;
};

/** The object that holds a file of a bundle. All local copies of a bundle's files start with the bundle's ID. */
export function partObject(id: string, part: Part): ObjectRef {
  return { key: partKey(id, part), name: id + part.sha256, fileSize: part.fileSize, sha256: part.sha256 };
}
