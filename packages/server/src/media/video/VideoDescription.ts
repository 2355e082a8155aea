/** What a video is, as it is shown: turned the right way round, with square pixels. */
export type VideoDescription = {
  readonly format: 'mp4' | 'mov' | 'webm';
  readonly width: number;
  readonly height: number;
  /** Milliseconds; missing where the file does not say, as some recordings that were sent while they were made. */
  readonly duration?: number | undefined;
  readonly hasAudio: boolean;
};
