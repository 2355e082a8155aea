export { default } from '@newsstand/client/next/image';
