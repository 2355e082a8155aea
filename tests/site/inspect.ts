import { z } from 'zod';
import { findViolations } from '../browser/findViolations.ts';
import type { Hands } from '../browser/hands.ts';
import type { Page } from '../browser/openPage.ts';

/** What is wrong with a page: rules of accessibility that it breaks, what has moved, what sticks out on a phone. */
export type Findings = {
  readonly violations: readonly string[];
  readonly shifts: readonly string[];
  readonly overflow: number;
};

const lines = z.array(z.string());

/** Looks at the page that is open. */
export async function inspect(page: Page, hands: Hands): Promise<Findings> {
  const shifts = lines.parse(await page.evaluate(layoutShifts));
  const light = await findViolations(page);
  await hands.pretend({ scheme: 'dark' });
  const dark = await findViolations(page, ['color-contrast']);
  await hands.pretend({ width: 360, height: 800 });
  const overflow = z.number().parse(await page.evaluate('document.documentElement.scrollWidth - innerWidth'));
  return { violations: [...light, ...dark], shifts, overflow: Math.max(0, overflow) };
}

const layoutShifts = `new Promise((resolve) => {
  const shifts = [];
  const add = (list) => {
    for (const { value, sources } of list.getEntries())
      shifts.push(value + ' by ' + sources.map(({ node }) => node?.outerHTML ?? node?.textContent).join(' and '));
  };
  new PerformanceObserver(add).observe({ type: 'layout-shift', buffered: true });
  setTimeout(() => resolve(shifts), 150);
})`;
