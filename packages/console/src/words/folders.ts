// Generated from the folders beside this file by `npm run console:build`. Do not edit.
export { default as en } from './en/index.ts';
export { default as ja } from './ja/index.ts';
