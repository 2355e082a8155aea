import type { HTTPRequest, Page } from 'puppeteer-core';

const nothing = '<svg xmlns="http://www.w3.org/2000/svg" width="16" height="9"/>';

function isPicture(request: HTTPRequest): boolean {
  return request.url().includes('/media/') && request.resourceType() === 'image';
}

/** Gives a page empty pictures: real ones take longer to render than everything else. */
export async function drawNothing(page: Page): Promise<void> {
  await page.setRequestInterception(true);
  page.on('request', (request) => {
    if (!isPicture(request)) return void request.continue();
    void request.respond({ contentType: 'image/svg+xml', body: nothing });
  });
}

/** Sends a request of a page on. Pictures are asked for as JPEG, which is rendered many times faster than AVIF. */
export function sendOn(request: HTTPRequest): void {
  if (!isPicture(request)) return void request.continue();
  void request.continue({ headers: { ...request.headers(), accept: 'image/jpeg' } });
}
