import { contentPages } from './consolePages.ts';
import { describeConsole } from './describeConsole.ts';
import { describePages } from './describePages.ts';

describeConsole((service) => describePages(service, contentPages));
