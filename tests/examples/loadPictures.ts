import type { Page } from 'puppeteer-core';
import { z } from 'zod';

const seen = z.object({
  shift: z.number(),
  pictures: z.array(z.object({ url: z.string(), width: z.number() })),
});

/** Loads all pictures of the open page, and says where they came from, and how far they moved what was there. */
export async function loadPictures(page: Page) {
  return seen.parse(
    await page.evaluate(`(async () => {
      let shift = 0;
      new PerformanceObserver((list) => {
        for (const { value } of list.getEntries()) shift += value;
      }).observe({ type: 'layout-shift', buffered: true });
      for (const image of document.images) {
        image.loading = 'eager';
        await image.decode();
      }
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
      const pictures = Array.from(document.images, (image) => ({ url: image.currentSrc, width: image.naturalWidth }));
      return { shift, pictures };
    })()`),
  );
}
