import { join } from 'node:path';

/** Replaces the figures between two marks in docs/reliability.md. */
export async function keepFigures(mark: string, text: string): Promise<void> {
  const page = Bun.file(join(import.meta.dir, '../docs/reliability.md'));
  const marked = new RegExp(`(<!-- ${mark} -->\n).*(<!-- /${mark} -->)`, 's');
  await Bun.write(
    page,
    (await page.text()).replace(marked, (_, begin, end) => `${begin}${text}${end}`),
  );
}
