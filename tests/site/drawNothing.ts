import type { Page } from 'puppeteer-core';

const nothing = '<svg xmlns="http://www.w3.org/2000/svg" width="16" height="9"/>';

/** Gives a page empty pictures: real ones take long to render, and `describeLooks` looks at them. */
export async function drawNothing(page: Page): Promise<void> {
  await page.setRequestInterception(true);
  page.on('request', (request) => {
    if (!request.url().includes('/media/')) return void request.continue();
    void request.respond({ contentType: 'image/svg+xml', body: nothing });
  });
}
