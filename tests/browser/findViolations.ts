import { z } from 'zod';
import type { Page } from './openPage.ts';

const axe = await Bun.file(Bun.resolveSync('axe-core/axe.min.js', import.meta.dir)).text();
const lines = z.array(z.string());

/**
 * The rules of accessibility that the page that is open breaks, or those that are named. Axe comes in by the DevTools
 * protocol, so the page's own policy is in force.
 */
export async function findViolations(page: Page, rules?: readonly string[]): Promise<readonly string[]> {
  await page.evaluate(`window.axe === undefined && (() => { ${axe} })()`);
  // A colour that is still on its way to another is neither.
  await page.evaluate(calm);
  const options = JSON.stringify({ iframes: false, ...(rules && { runOnly: rules }) });
  return lines.parse(
    await page.evaluate(`axe.run(document, ${options}).then(({ violations }) => violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => id + ': ' + html + ' ' + failureSummary)))`),
  );
}

/** Some never finish: those that are paused, or of what was taken away. So nobody waits for longer than any takes. */
const calm = `Promise.race([
  new Promise((resolve) => setTimeout(resolve, 2000)),
  Promise.allSettled(document.getAnimations()
    .filter(({ effect }) => Number.isFinite(effect.getComputedTiming().endTime))
    .map(({ finished }) => finished)),
]).then(() => undefined)`;
