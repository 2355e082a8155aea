import type { Page } from 'puppeteer-core';
import { z } from 'zod';
import { emulate } from './openBrowser.ts';

const axe = await Bun.file(Bun.resolveSync('axe-core/axe.min.js', import.meta.dir)).text();
const lines = z.array(z.string());

/** The findings for a good page. */
export const nothingWrong = { violations: [], overflow: 0 };

/** What is wrong with the open page: accessibility violations in either colour scheme, overflow on a phone. */
export async function inspectPage(page: Page, phoneWidth: number) {
  const light = await findViolations(page);
  await emulate(page, { reducedMotion: true, colorScheme: 'dark' });
  const dark = await findViolations(page, ['color-contrast']);
  await emulate(page, { reducedMotion: true, width: phoneWidth, height: 844 });
  return { violations: [...light, ...dark], overflow: await findOverflow(page) };
}

/** By how many pixels the page is wider than its viewport, once it has adapted to its size. */
async function findOverflow(page: Page): Promise<number> {
  const overflow = 'document.documentElement.scrollWidth - innerWidth';
  await page.waitForFunction(`${overflow} <= 0`, { timeout: 10_000 }).catch(() => undefined);
  return Math.max(0, z.number().parse(await page.evaluate(overflow)));
}

/**
 * The accessibility rules that the open page breaks: all of them, or those of the given rules. Axe is injected through
 * the DevTools protocol, so the page's own content security policy stays in force.
 */
async function findViolations(page: Page, rules?: readonly string[]): Promise<readonly string[]> {
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe);
  await page.evaluate(finishTransitions);
  const options = JSON.stringify({
    iframes: false,
    resultTypes: ['violations'],
    ...(rules && { runOnly: rules }),
  });
  return lines.parse(
    await page.evaluate(`axe.run(document, ${options}).then(({ violations }) => violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => id + ': ' + html + ' ' + failureSummary)))`),
  );
}

/**
 * Waits for transitions to end, because colours in between have a contrast that nobody ever sees. A change of the page or
 * of the colour scheme starts its transitions within two frames.
 */
const finishTransitions = `new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  .then(() => {
    for (const animation of document.getAnimations()) {
      if (Number.isFinite(animation.effect.getComputedTiming().endTime)) animation.finish();
    }
  })`;
