import { contentPages } from './consolePages.ts';
import { describePages } from './describePages.ts';
import { inRoom } from './inRoom.ts';

inRoom((room) => describePages(room, contentPages));
