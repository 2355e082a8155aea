import type { ComponentProps } from 'react';
import { tablerPaths } from './tablerPaths.ts' with { type: 'macro' };

type IconProps = Omit<ComponentProps<'svg'>, 'children' | 'stroke'> & {
  readonly size?: number | string;
  /** The width of its lines, in an icon of 24 by 24. */
  readonly stroke?: number;
};

/** An icon by Tabler (https://tabler.io/icons), in the colour of the text around it. */
export type Icon = ReturnType<typeof icon>;

function icon(paths: readonly string[]) {
  return ({ size = 24, stroke = 2, color = 'currentColor', ...rest }: IconProps) => (
    // biome-ignore lint/a11y/noSvgWithoutTitle: whoever uses it hides or names it
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke={color}
      strokeWidth={stroke}
      strokeLinecap="round"
      strokeLinejoin="round"
      {...rest}
    >
      {paths.map((path) => (
        <path key={path} d={path} />
      ))}
    </svg>
  );
}

export const IconAlertTriangle = icon(tablerPaths('alert-triangle'));
export const IconApi = icon(tablerPaths('api'));
export const IconArrowBackUp = icon(tablerPaths('arrow-back-up'));
export const IconArrowDown = icon(tablerPaths('arrow-down'));
export const IconArrowForwardUp = icon(tablerPaths('arrow-forward-up'));
export const IconArrowLeft = icon(tablerPaths('arrow-left'));
export const IconArrowMerge = icon(tablerPaths('arrow-merge'));
export const IconArrowRight = icon(tablerPaths('arrow-right'));
export const IconArrowUp = icon(tablerPaths('arrow-up'));
export const IconArrowsDiff = icon(tablerPaths('arrows-diff'));
export const IconArrowsSort = icon(tablerPaths('arrows-sort'));
export const IconBlockquote = icon(tablerPaths('blockquote'));
export const IconBold = icon(tablerPaths('bold'));
export const IconBook = icon(tablerPaths('book'));
export const IconBookmark = icon(tablerPaths('bookmark'));
export const IconBox = icon(tablerPaths('box'));
export const IconBrandVimeo = icon(tablerPaths('brand-vimeo'));
export const IconBrandX = icon(tablerPaths('brand-x'));
export const IconBrandYoutube = icon(tablerPaths('brand-youtube'));
export const IconCalendar = icon(tablerPaths('calendar'));
export const IconCheck = icon(tablerPaths('check'));
export const IconChevronDown = icon(tablerPaths('chevron-down'));
export const IconChevronLeft = icon(tablerPaths('chevron-left'));
export const IconChevronRight = icon(tablerPaths('chevron-right'));
export const IconCircle = icon(tablerPaths('circle'));
export const IconCircleCheck = icon(tablerPaths('circle-check'));
export const IconCircleX = icon(tablerPaths('circle-x'));
export const IconClearFormatting = icon(tablerPaths('clear-formatting'));
export const IconClipboardCheck = icon(tablerPaths('clipboard-check'));
export const IconClock = icon(tablerPaths('clock'));
export const IconCode = icon(tablerPaths('code'));
export const IconColumnInsertLeft = icon(tablerPaths('column-insert-left'));
export const IconColumnInsertRight = icon(tablerPaths('column-insert-right'));
export const IconColumnRemove = icon(tablerPaths('column-remove'));
export const IconColumns3 = icon(tablerPaths('columns-3'));
export const IconCopy = icon(tablerPaths('copy'));
export const IconCrop = icon(tablerPaths('crop'));
export const IconDeviceDesktop = icon(tablerPaths('device-desktop'));
export const IconDevices = icon(tablerPaths('devices'));
export const IconDots = icon(tablerPaths('dots'));
export const IconDownload = icon(tablerPaths('download'));
export const IconExternalLink = icon(tablerPaths('external-link'));
export const IconEye = icon(tablerPaths('eye'));
export const IconEyeOff = icon(tablerPaths('eye-off'));
export const IconFileCode = icon(tablerPaths('file-code'));
export const IconFilter = icon(tablerPaths('filter'));
export const IconFolders = icon(tablerPaths('folders'));
export const IconGripVertical = icon(tablerPaths('grip-vertical'));
export const IconH2 = icon(tablerPaths('h-2'));
export const IconH3 = icon(tablerPaths('h-3'));
export const IconHistory = icon(tablerPaths('history'));
export const IconHome = icon(tablerPaths('home'));
export const IconHourglass = icon(tablerPaths('hourglass'));
export const IconInbox = icon(tablerPaths('inbox'));
export const IconInfoCircle = icon(tablerPaths('info-circle'));
export const IconItalic = icon(tablerPaths('italic'));
export const IconKey = icon(tablerPaths('key'));
export const IconLanguageHiragana = icon(tablerPaths('language-hiragana'));
export const IconLayoutSidebarRight = icon(tablerPaths('layout-sidebar-right'));
export const IconLetterT = icon(tablerPaths('letter-t'));
export const IconLibraryPhoto = icon(tablerPaths('library-photo'));
export const IconLink = icon(tablerPaths('link'));
export const IconList = icon(tablerPaths('list'));
export const IconListNumbers = icon(tablerPaths('list-numbers'));
export const IconLogout = icon(tablerPaths('logout'));
export const IconMapSearch = icon(tablerPaths('map-search'));
export const IconMessage = icon(tablerPaths('message'));
export const IconMessageQuestion = icon(tablerPaths('message-question'));
export const IconMoon = icon(tablerPaths('moon'));
export const IconNews = icon(tablerPaths('news'));
export const IconPencil = icon(tablerPaths('pencil'));
export const IconPhoto = icon(tablerPaths('photo'));
export const IconPhotoOff = icon(tablerPaths('photo-off'));
export const IconPhotoPlus = icon(tablerPaths('photo-plus'));
export const IconPlayerPlay = icon(tablerPaths('player-play'));
export const IconPlus = icon(tablerPaths('plus'));
export const IconPower = icon(tablerPaths('power'));
export const IconRefresh = icon(tablerPaths('refresh'));
export const IconRestore = icon(tablerPaths('restore'));
export const IconRowInsertBottom = icon(tablerPaths('row-insert-bottom'));
export const IconRowInsertTop = icon(tablerPaths('row-insert-top'));
export const IconRowRemove = icon(tablerPaths('row-remove'));
export const IconSearch = icon(tablerPaths('search'));
export const IconSend = icon(tablerPaths('send'));
export const IconSeparatorHorizontal = icon(tablerPaths('separator-horizontal'));
export const IconSettings = icon(tablerPaths('settings'));
export const IconShare = icon(tablerPaths('share'));
export const IconShieldOff = icon(tablerPaths('shield-off'));
export const IconSpeakerphone = icon(tablerPaths('speakerphone'));
export const IconStack2 = icon(tablerPaths('stack-2'));
export const IconStrikethrough = icon(tablerPaths('strikethrough'));
export const IconSubscript = icon(tablerPaths('subscript'));
export const IconSun = icon(tablerPaths('sun'));
export const IconSuperscript = icon(tablerPaths('superscript'));
export const IconTable = icon(tablerPaths('table'));
export const IconTableOff = icon(tablerPaths('table-off'));
export const IconTag = icon(tablerPaths('tag'));
export const IconTags = icon(tablerPaths('tags'));
export const IconTrash = icon(tablerPaths('trash'));
export const IconUnderline = icon(tablerPaths('underline'));
export const IconUpload = icon(tablerPaths('upload'));
export const IconUser = icon(tablerPaths('user'));
export const IconUserPlus = icon(tablerPaths('user-plus'));
export const IconUsers = icon(tablerPaths('users'));
export const IconVideo = icon(tablerPaths('video'));
export const IconWebhook = icon(tablerPaths('webhook'));
export const IconWorld = icon(tablerPaths('world'));
export const IconX = icon(tablerPaths('x'));
