import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

const page = z.object({ script: z.string(), styles: z.array(z.string()), preload: z.array(z.string()) });

const manifest = z.object({
  pages: z.object({ signIn: page, console: page }),
  brand: z.object({ icon: z.string(), touchIcon: z.string(), webManifest: z.string() }),
  languages: z.record(z.string(), z.object({ noScript: z.string(), words: z.array(z.string()) })),
  files: z.record(
    z.string(),
    z.object({ type: z.string(), isOpen: z.boolean(), encodings: z.array(z.string()) }),
  ),
});

/** The build of the console: its two pages, its languages and all its files. */
export type Manifest = z.infer<typeof manifest>;
/** The icons, and the web manifest. */
export type Brand = Manifest['brand'];
/** The files that a page needs. */
export type PageParts = z.infer<typeof page>;

/** Reads the build manifest, and again after a rebuild; undefined if there is none. */
export function openManifest(folder: string): () => Promise<Manifest | undefined> {
  const path = join(folder, 'manifest.json');
  let known: { readonly at: number; readonly manifest: Manifest } | undefined;
  return async () => {
    const at = await stat(path).then(
      ({ mtimeMs }) => mtimeMs,
      () => undefined,
    );
    if (at === undefined) return undefined;
    if (known?.at !== at) known = { at, manifest: manifest.parse(await Bun.file(path).json()) };
    return known.manifest;
  };
}
