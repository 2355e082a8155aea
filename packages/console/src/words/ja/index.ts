import type { Words } from '../en/index.ts';
import { account, signIn, signInAgain } from './account.ts';
import { audit, operators, projects, roles } from './administration.ts';
import { body } from './body.ts';
import { bulk } from './bulk.ts';
import { dateRules } from './dates.ts';
import { aliasProposal, defaultPicture, details, leadPicture } from './details.ts';
import { blocks, editor } from './editor.ts';
import { fieldNames, kinds, problems, rules } from './errors.ts';
import { explorer } from './explorer.ts';
import { factors } from './factors.ts';
import { itemPage, picker } from './itemPage.ts';
import { conflict, history, itemList, members, preview, removed, status } from './items.ts';
import { grants, keys } from './keys.ts';
import { labels } from './labels.ts';
import { desk, listTable, palette } from './lists.ts';
import { mail } from './mail.ts';
import { gallery, media, mediaDetails, uploads } from './media.ts';
import { operations } from './operations.ts';
import { firstSteps, overview } from './overview.ts';
import { limits, permissions, rolePicker, tokenScopes } from './permissions.ts';
import { places } from './places.ts';
import { providers } from './providers.ts';
import { comparison, fourEyes, review, reviewDesk } from './review.ts';
import { erasure, sessions } from './sessions.ts';
import { mediaRemoval, previewSettings, share } from './sharing.ts';
import {
  dialog,
  errorAlert,
  failure,
  json,
  loading,
  notFound,
  notifications,
  pageError,
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
  noScript: '管理コンソールには JavaScript が必要です。',
  account,
  audit,
  mail,
  explorer,
  itemList,
  listTable,
  palette,
  desk,
  picker,
  itemPage,
  members,
  status,
  conflict,
  comparison,
  review,
  reviewDesk,
  fourEyes,
  details,
  leadPicture,
  aliasProposal,
  defaultPicture,
  history,
  preview,
  previewSettings,
  editor,
  blocks,
  body,
  bulk,
  keys,
  grants,
  webhooks,
  calls,
  labels,
  media,
  gallery,
  mediaDetails,
  mediaRemoval,
  share,
  uploads,
  operations,
  operators,
  roles,
  rolePicker,
  permissions,
  tokenScopes,
  limits,
  overview,
  firstSteps,
  places,
  projects,
  factors,
  providers,
  removed,
  sessions,
  erasure,
  signIn,
  signInAgain,
  shell,
  pageError,
  loading,
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
  dateRules,
  problems,
  rules,
  kinds,
  fieldNames,
};

export default japanese;
