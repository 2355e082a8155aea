import { join } from 'node:path';

/** Puts figures between their marks in docs/reliability.md; what stands around them is written by hand. */
export async function keepFigures(mark: string, text: string): Promise<void> {
  const page = Bun.file(join(import.meta.dir, '../docs/reliability.md'));
  const marked = new RegExp(`(<!-- ${mark} -->\n).*(<!-- /${mark} -->)`, 's');
  await Bun.write(
    page,
    (await page.text()).replace(marked, (_, begin, end) => `${begin}${text}${end}`),
  );
}
