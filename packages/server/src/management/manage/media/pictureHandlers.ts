import { pictureBody } from '@newsstand/contract/manage';
import { signedPictureUrl } from '../../../media/deliveredMedia.ts';
import { type MediaDocument, mediaDocument } from '../../../media/mediaDocument.ts';
import { PicturePathError } from '../../../media/picture/url/PicturePathError.ts';
import type { AskedByOperator, Handlers } from '../Asked.ts';
import type { Desk } from '../Desk.ts';
import { ManageRefusal } from '../ManageRefusal.ts';

type PictureDesk = Pick<Desk, 'store' | 'mediaAddresses'>;

/** Makes the handler that shows what operations make of a picture. */
export function pictureHandlers(desk: PictureDesk): Pick<Handlers, 'showPicture'> {
  return {
    async showPicture(asked) {
      const { operations } = await asked.body(pictureBody);
      const { type, original, poster } = await findMedia(desk, asked);
      const picture = type === 'image' ? original : poster;
      if (picture === undefined)
        throw new ManageRefusal(
          'conflict',
          'this media has no picture of its own that operations could be applied to',
        );
      const addresses = await desk.mediaAddresses();
      return Response.json({ url: refuseFaults(() => signedPictureUrl(picture, operations, addresses)) });
    },
  };
}

async function findMedia({ store }: PictureDesk, { params }: AskedByOperator): Promise<MediaDocument> {
  const { projectId = '', spaceId = '', mediaId: id = '' } = params;
  const opened = await store();
  const record = await opened.read((reader) => reader.find({ kind: 'media', projectId, spaceId, id }));
  if (record === undefined) throw new ManageRefusal('not_found', 'there is no such media');
  return mediaDocument.parse(JSON.parse(record.document));
}

function refuseFaults(write: () => string): string {
  try {
    return write();
  } catch (error) {
    if (!(error instanceof PicturePathError)) throw error;
    const errors = [{ path: 'operations', message: error.message }];
    throw new ManageRefusal('invalid_body', 'look at errors: they say what to change', { errors });
  }
}
