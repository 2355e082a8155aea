import type { Page } from 'puppeteer-core';
import { z } from 'zod';
import { inspectPage } from '../browser/inspectPage.ts';

const lines = z.array(z.string());

/** What is wrong with the open page, including layout shifts. */
export async function inspectSite(page: Page) {
  await page.evaluate(observeShifts);
  const { violations, overflow } = await inspectPage(page, 320);
  return { violations, overflow, shifts: lines.parse(await page.evaluate('window.shifts')) };
}

/** Collects the layout shifts from the navigation until shortly after now; later ones come from what inspects the page. */
const observeShifts = `{
  const end = performance.now() + 150;
  window.shifts = [];
  new PerformanceObserver((list) => {
    for (const { startTime, value, sources } of list.getEntries()) {
      const moved = sources.map(({ node }) => node?.outerHTML ?? node?.textContent).join(' and ');
      if (startTime < end) shifts.push(value + ' by ' + moved);
    }
  }).observe({ type: 'layout-shift', buffered: true });
}`;
