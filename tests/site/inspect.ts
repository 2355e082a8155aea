import { z } from 'zod';
import type { Page } from '../browser/openPage.ts';
import type { Hands } from './hands.ts';

/** What is wrong with a page: rules of accessibility that it breaks, what has moved, what sticks out on a phone. */
export type Findings = {
  readonly violations: readonly string[];
  readonly shifts: readonly string[];
  readonly overflow: number;
};

const axe = await Bun.file(Bun.resolveSync('axe-core/axe.min.js', import.meta.dir)).text();
const lines = z.array(z.string());

/** Looks at the page that is open. Axe comes in by the DevTools protocol, so the page's own policy is in force. */
export async function inspect(page: Page, hands: Hands): Promise<Findings> {
  const shifts = lines.parse(await page.evaluate(layoutShifts));
  await page.evaluate(axe);
  const light = lines.parse(await page.evaluate(run('{ iframes: false }')));
  await hands.pretend({ scheme: 'dark' });
  const dark = lines.parse(await page.evaluate(run('{ iframes: false, runOnly: ["color-contrast"] }')));
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

function run(options: string): string {
  return `axe.run(document, ${options}).then(({ violations }) => violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => id + ': ' + html + ' ' + failureSummary)))`;
}
