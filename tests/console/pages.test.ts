import { adminPages, contentPages } from './consolePages.ts';
import { describeConsole } from './describeConsole.ts';
import { describePages } from './describePages.ts';

/** `npm run test:all` has all of them. */
const few = ['news item'];
const pages = Object.entries({ ...adminPages, ...contentPages }).filter(([name]) => few.includes(name));

describeConsole((service) => describePages(service, Object.fromEntries(pages)));
