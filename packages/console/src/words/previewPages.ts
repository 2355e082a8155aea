// Generated from the folders beside this file by `npm run console:build`. Do not edit.
export { previewPage as en } from './en/previewPage.ts';
export { previewPage as ja } from './ja/previewPage.ts';
