import { describeMedia } from './describeMedia.ts';
import { describeService } from './describeService.ts';
import { inRoom } from './inRoom.ts';

inRoom((room) => {
  describeMedia(room);
  describeService(room);
});
