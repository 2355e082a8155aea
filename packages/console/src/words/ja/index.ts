import type { Words } from '../en/index.ts';
import { account, signIn } from './account.ts';
import { audit, operators, projects, roles } from './administration.ts';
import { blocks, editor } from './editor.ts';
import { explorer } from './explorer.ts';
import { conflict, history, itemList, members, preview, removed, status } from './items.ts';
import { grants, keys } from './keys.ts';
import { labels } from './labels.ts';
import { gallery, media, mediaDetails, uploads } from './media.ts';
import { operations } from './operations.ts';
import { firstSteps, overview } from './overview.ts';
import {
  dialog,
  errorAlert,
  failure,
  json,
  notFound,
  notifications,
  pageError,
  problems,
  readOnly,
  search,
  secret,
  shell,
  snippet,
  states,
  unsavedChanges,
  uses,
} from './shell.ts';
import { conventions, time } from './time.ts';
import { calls, webhooks } from './webhooks.ts';

const japanese: Words = {
  name: '日本語',
  noScript: '管理コンソールには JavaScript が必要です。',
  account,
  audit,
  explorer,
  itemList,
  members,
  status,
  conflict,
  history,
  preview,
  editor,
  blocks,
  keys,
  grants,
  webhooks,
  calls,
  labels,
  media,
  gallery,
  mediaDetails,
  uploads,
  operations,
  operators,
  roles,
  overview,
  firstSteps,
  projects,
  removed,
  signIn,
  shell,
  pageError,
  notifications,
  unsavedChanges,
  json,
  errorAlert,
  failure,
  search,
  dialog,
  states,
  readOnly,
  snippet,
  secret,
  uses,
  notFound,
  time,
  conventions,
  problems,
};

export default japanese;
