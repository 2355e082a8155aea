import { previewRoute } from '@newsstand/client/next';
import { pathOf, space } from '../../../newsstand';

/** Preview links lead here, and then to the page of the article. */
export const GET = previewRoute({ ...space, path: pathOf });
