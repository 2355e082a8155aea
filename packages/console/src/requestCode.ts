import { requestCode } from '@newsstand/contract/plain';

/** For the forms of the reference page, whose scripts are independent of each other. */
Object.assign(globalThis, { requestCode });
