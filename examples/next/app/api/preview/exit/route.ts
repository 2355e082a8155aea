import { exitPreviewRoute } from '@newsstand/client/next';

export const GET = exitPreviewRoute();
