// Generated from the folders beside this file by `npm run console:build`. Do not edit.
export const en = () => import('./en/index.ts');
export const ja = () => import('./ja/index.ts');
