/** Describes a video as it is displayed: rotated, and with square pixels. */
export type VideoDescription = {
  readonly format: 'mp4' | 'mov' | 'webm';
  readonly width: number;
  readonly height: number;
  /** Milliseconds; missing if the file does not say, as in some live recordings. */
  readonly duration?: number | undefined;
  readonly hasAudio: boolean;
};
