/** What the renderer itself says to readers. */
export interface BodyWords {
  /** What is shown in place of media that are not there. */
  pictureMissing: string;
  videoMissing: string;
  /** The headings of callouts without a title. */
  info: string;
  tip: string;
  warning: string;
  danger: string;
  /** What screen readers call a table without a caption. */
  table: string;
  /** What screen readers call the footnotes, and the way back from one. */
  notes: string;
  backToText: string;
  /** What screen readers call the related items. */
  related: string;
  /** Of an embed, before a reader agrees: what will happen, and the button. */
  embedHint: (provider: string) => string;
  embedShow: (provider: string) => string;
  /** The choice to show everything of this provider from now on, and how to take it back. */
  embedAlways: (provider: string) => string;
  embedAsk: (provider: string) => string;
}

/** The words of the renderer in English. */
export const englishWords: BodyWords = {
  pictureMissing: 'This picture is not available.',
  videoMissing: 'This video is not available.',
  info: 'Note',
  tip: 'Tip',
  warning: 'Warning',
  danger: 'Danger',
  table: 'Table',
  notes: 'Notes',
  backToText: 'Back to the text',
  related: 'Related',
  embedHint: (provider) => `This is shown by ${provider}, which will then know that you are here.`,
  embedShow: (provider) => `Show from ${provider}`,
  embedAlways: (provider) => `Always show content from ${provider}`,
  embedAsk: (provider) => `Ask again before showing content from ${provider}`,
};
