import { account, signIn } from './account.ts';
import { audit, operators, places, roles } from './administration.ts';
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
  failure,
  json,
  leaveGuard,
  notFound,
  notifications,
  pageGuard,
  problems,
  readOnly,
  search,
  secret,
  shell,
  snippet,
  states,
  trouble,
  uses,
} from './shell.ts';
import { conventions, time } from './time.ts';

const english = {
  name: 'English',
  noScript: 'The console needs JavaScript.',
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
  places,
  removed,
  signIn,
  shell,
  pageGuard,
  notifications,
  leaveGuard,
  json,
  trouble,
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

/** All texts of the console. A language that lacks one, or whose text takes other values, does not compile. */
export type Words = typeof english;

export default english;
