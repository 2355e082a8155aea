import { broken, faultAt } from '@newsstand/contract';
import { pictureBody } from '@newsstand/contract/manage';
import { focalOf, signedUrl } from '../../../media/deliveredMedia.ts';
import { PicturePathError } from '../../../media/FileError.ts';
import { type MediaDocument, mediaDocument } from '../../../media/mediaDocument.ts';
import { originalName } from '../../../media/originals/Originals.ts';
import { costOf } from '../../../media/picture/render/renderQueue.ts';
import { parsePicturePath, picturePath } from '../../../media/picture/url/picturePath.ts';
import type { ApiContext } from '../ApiContext.ts';
import { ApiProblem } from '../ApiProblem.ts';
import type { Handlers, OperatorRequest } from '../ApiRequest.ts';

type PictureContext = Pick<ApiContext, 'store' | 'mediaAddresses' | 'now'>;

/**
 * What one operator may have rendered in a minute: a hundred large pictures with a filter, or two of the very heaviest.
 * Nobody who only tries operations may keep readers waiting for their pictures.
 */
const costPerMinute = 2_000_000_000;

/** Creates the handler that previews operations on a picture. */
export function pictureHandlers(context: PictureContext): Pick<Handlers, 'showPicture'> {
  const spend = createBudget(context.now);
  return {
    async showPicture(req) {
      const { operations } = await req.body(pictureBody);
      const media = await findMedia(context, req);
      const { type, original, poster } = media;
      const picture = type === 'image' ? original : poster;
      if (picture === undefined) throw new ApiProblem('conflict', broken('no_picture'));
      const path = refuseFaults(() => picturePath(operations, originalName(picture), focalOf(media)));
      // However small the result is, the original has to be read.
      const { width = 0, height = 0 } = media.about ?? {};
      spend(req.operator.operatorId, width * height + costOf(parsePicturePath(path).operations));
      return Response.json({ url: signedUrl(path, await context.mediaAddresses()) });
    },
  };
}

/** A leaky bucket for each operator. */
function createBudget(now: () => number) {
  const spent = new Map<string, { readonly cost: number; readonly at: number }>();
  return (operatorId: string, cost: number): void => {
    const before = spent.get(operatorId) ?? { cost: 0, at: now() };
    const left = Math.max(0, before.cost - (costPerMinute * (now() - before.at)) / 60_000);
    // What costs more than all of it may be tried by whoever has spent nothing.
    if (left > 0 && left + cost > costPerMinute)
      throw new ApiProblem('too_many_attempts', 'these pictures take long to render; try again in a minute', {
        headers: { 'retry-after': '60' },
      });
    spent.set(operatorId, { cost: left + cost, at: now() });
  };
}

async function findMedia({ store }: PictureContext, { params }: OperatorRequest): Promise<MediaDocument> {
  const { projectId = '', spaceId = '', mediaId: id = '' } = params;
  const opened = await store();
  const record = await opened.read((reader) => reader.find({ kind: 'media', projectId, spaceId, id }));
  if (record === undefined) throw new ApiProblem('not_found', 'there is no such media');
  return mediaDocument.parse(JSON.parse(record.document));
}

function refuseFaults(write: () => string): string {
  try {
    return write();
  } catch (error) {
    if (!(error instanceof PicturePathError)) throw error;
    const errors = [faultAt('operations', 'not_operations', { fault: error.message })];
    throw new ApiProblem('invalid_body', 'see errors for what to change', { errors });
  }
}
