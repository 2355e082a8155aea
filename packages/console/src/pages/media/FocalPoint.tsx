import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { ManagedItem } from '@newsstand/contract/manage';
import { type KeyboardEvent, type PointerEvent, useId, useRef, useState } from 'react';
import type { Space } from '../../api/paths.ts';
import { Panel } from '../../parts/Panel.tsx';
import { useUnsavedChangesGuard } from '../../parts/useUnsavedChangesGuard.ts';
import { useLanguage, useWords } from '../../words/LanguageProvider.tsx';
import { movedPoint, type Point } from './movedPoint.ts';
import { fitIn, usePicture } from './operations/usePicture.ts';
import { SaveError, useMediaChange, useNewerVersion } from './useMediaChange.tsx';

type Props = { readonly space: Space; readonly media: ManagedItem<'media'> };

const centre: Point = { x: 0.5, y: 0.5 };
const previews = [
  { ratio: '1 / 1', width: 84 },
  { ratio: '16 / 9', width: 150 },
  { ratio: '9 / 16', width: 54 },
] as const;

/** Chooses the point of a picture that stays visible when it is cropped: by clicking, dragging or with arrow keys. */
export function FocalPoint({ space, media }: Props) {
  const texts = useWords().mediaDetails;
  const [seen, setSeen] = useState(media);
  const [point, setPoint] = useState<Point | undefined>(media.item.focalPoint);
  const isChanged = JSON.stringify(point) !== JSON.stringify(seen.item.focalPoint);
  const adopt = (next: ManagedItem<'media'>) => {
    setSeen(next);
    setPoint(next.item.focalPoint);
  };
  const change = useMediaChange(space, media.item.mediaId, (saved) => {
    adopt(saved);
    notifications.show({ message: texts.saved });
  });
  useNewerVersion(media, isChanged || change.isPending, adopt);
  useUnsavedChangesGuard(isChanged);
  const save = (etag: string) => change.mutate({ patch: { focalPoint: point ?? null }, etag });
  const picture = usePicture(space, media.item.mediaId, media.etag, fitIn(1200));
  const url = picture.data?.url;
  if (url === undefined) return null;
  return (
    <Panel title={texts.focal}>
      <Text size="sm" c="dimmed">
        {texts.focalHint}
      </Text>
      <div>
        <FocalPicture url={url} point={point} onChange={setPoint} />
      </div>
      <Group align="flex-end" gap="sm" aria-hidden>
        {previews.map(({ ratio, width }) => (
          <img
            key={ratio}
            src={url}
            alt=""
            width={width}
            className="focal-preview"
            style={{ aspectRatio: ratio, objectPosition: positionOf(point ?? centre) }}
          />
        ))}
      </Group>
      <Group>
        <Button disabled={!isChanged} loading={change.isPending} onClick={() => save(seen.etag)}>
          {texts.saveFocal}
        </Button>
        {point !== undefined && (
          <Button variant="default" onClick={() => setPoint(undefined)}>
            {texts.removeFocal}
          </Button>
        )}
      </Group>
      <SaveError change={change} onTheirs={adopt} onMine={save} />
    </Panel>
  );
}

function positionOf({ x, y }: Point): string {
  return `${x * 100}% ${y * 100}%`;
}

type FocalPictureProps = {
  readonly url: string;
  readonly point: Point | undefined;
  readonly onChange: (point: Point) => void;
};

function FocalPicture({ url, point, onChange }: FocalPictureProps) {
  const texts = useWords().mediaDetails;
  const { language } = useLanguage();
  const frame = useRef<HTMLDivElement>(null);
  const hint = useId();
  const { x, y } = point ?? centre;
  const percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 0 });
  const follow = (event: PointerEvent) => {
    const box = frame.current?.getBoundingClientRect();
    if (box === undefined || (event.type === 'pointermove' && event.buttons === 0)) return;
    event.preventDefault();
    onChange(pointAt((event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height));
  };
  const press = (event: KeyboardEvent) => {
    const next = movedPoint({ x, y }, event.key, event.shiftKey);
    if (next === undefined) return;
    event.preventDefault();
    onChange(next);
  };
  return (
    <div
      ref={frame}
      className="focal-picture"
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        follow(event);
      }}
      onPointerMove={follow}
    >
      <img src={url} alt="" draggable={false} />
      <button
        type="button"
        className="focal-point"
        data-unset={point === undefined || undefined}
        aria-label={texts.focalAt(percent.format(x), percent.format(y))}
        aria-describedby={hint}
        style={{ left: `${x * 100}%`, top: `${y * 100}%` }}
        onKeyDown={press}
      />
      <span id={hint} hidden>
        {texts.focalHint}
      </span>
    </div>
  );
}

function pointAt(x: number, y: number): Point {
  const fraction = (value: number) => Math.round(Math.min(1, Math.max(0, value)) * 1000) / 1000;
  return { x: fraction(x), y: fraction(y) };
}
