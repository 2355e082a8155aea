import { broken, faultAt } from '@newsstand/contract';
import { pictureBody } from '@newsstand/contract/manage';
import { focalOf, signedPictureUrl } from '../../../media/deliveredMedia.ts';
import { PicturePathError } from '../../../media/FileError.ts';
import { type MediaDocument, mediaDocument } from '../../../media/mediaDocument.ts';
import type { ApiContext } from '../ApiContext.ts';
import { ApiProblem } from '../ApiProblem.ts';
import type { Handlers, OperatorRequest } from '../ApiRequest.ts';

type PictureContext = Pick<ApiContext, 'store' | 'mediaAddresses'>;

/** Creates the handler that previews operations on a picture. */
export function pictureHandlers(context: PictureContext): Pick<Handlers, 'showPicture'> {
  return {
    async showPicture(req) {
      const { operations } = await req.body(pictureBody);
      const media = await findMedia(context, req);
      const { type, original, poster } = media;
      const picture = type === 'image' ? original : poster;
      if (picture === undefined) throw new ApiProblem('conflict', broken('no_picture'));
      const addresses = await context.mediaAddresses();
      return Response.json({
        url: refuseFaults(() => signedPictureUrl(picture, operations, addresses, focalOf(media))),
      });
    },
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
