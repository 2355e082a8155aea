import { ColorInput, NumberInput, Switch } from '@mantine/core';
import { useWords } from '../../../words/LanguageProvider.tsx';
import { ChoiceField, type ControlProps, RawField } from './fields.tsx';
import {
  type RoundCorner,
  readColour,
  readRoundCorner,
  writeColour,
  writeRoundCorner,
} from './filterTexts.ts';
import { withFilters } from './settings.ts';

/** Corners and background. */
export function FrameControls(props: ControlProps) {
  const { settings, onChange, faults } = props;
  const texts = useWords().operations;
  const backgroundColor = settings.filters?.backgroundColor;
  return (
    <>
      <CornerField {...props} />
      <FillField {...props} />
      <ColorInput
        label={texts.background}
        value={backgroundColor === undefined ? '' : readColour(backgroundColor)}
        onChange={(text) =>
          onChange(withFilters(settings, { backgroundColor: writeColour(text) || undefined }))
        }
        fixOnBlur={false}
        withEyeDropper={false}
        error={faults.get('backgroundColor')}
      />
    </>
  );
}

const defaultCorner: RoundCorner = { radius: '20', colour: '#ffffff', isClear: false };

function CornerField({ settings, onChange, faults }: ControlProps) {
  const texts = useWords().operations;
  const roundCorner = settings.filters?.roundCorner;
  const read = roundCorner === undefined ? undefined : readRoundCorner(roundCorner);
  const put = (text: string | undefined) => onChange(withFilters(settings, { roundCorner: text }));
  const set = (part: Partial<RoundCorner>) => put(writeRoundCorner({ ...defaultCorner, ...read, ...part }));
  return (
    <RawField
      label={texts.corners}
      text={roundCorner}
      isRead={read !== undefined && !read.radius.includes('|')}
      onChange={put}
      error={faults.get('roundCorner')}
    >
      <Switch
        label={texts.corners}
        checked={read !== undefined}
        onChange={({ currentTarget }) =>
          put(currentTarget.checked ? writeRoundCorner(defaultCorner) : undefined)
        }
        error={faults.get('roundCorner')}
      />
      {read && (
        <>
          <NumberInput
            label={texts.cornerRadius}
            min={0}
            max={5000}
            allowDecimal={false}
            value={Number(read.radius)}
            onChange={(value) => set({ radius: `${Number(value)}` })}
          />
          <ColorInput
            label={texts.cornerColour}
            value={read.colour}
            withEyeDropper={false}
            onChange={(colour) => {
              if (/^#[\da-f]{6}$/i.test(colour)) set({ colour });
            }}
          />
          <Switch
            label={texts.clearCorners}
            checked={read.isClear}
            onChange={({ currentTarget }) => set({ isClear: currentTarget.checked })}
          />
        </>
      )}
    </RawField>
  );
}

function FillField({ settings, onChange, faults }: ControlProps) {
  const texts = useWords().operations;
  const fill = settings.filters?.fill;
  const [colour = '', flag] = fill?.split(',').map((word) => word.trim()) ?? [];
  const kind =
    fill === undefined
      ? undefined
      : (['auto', 'blur', 'transparent'] as const).find((each) => each === colour);
  const put = (next: string | undefined, coversTransparent = flag === 'true') =>
    onChange(withFilters(settings, { fill: next && (coversTransparent ? `${next},true` : next) }));
  return (
    <>
      <ChoiceField
        label={texts.fill}
        description={texts.fillHint}
        choices={texts.fillKinds}
        value={kind ?? (fill === undefined ? undefined : 'colour')}
        onChange={(next) => put(next === 'colour' ? 'ffffff' : next)}
        error={faults.get('fill')}
      />
      {fill !== undefined && kind === undefined && (
        <ColorInput
          label={texts.fillColour}
          value={readColour(colour)}
          fixOnBlur={false}
          withEyeDropper={false}
          onChange={(text) => put(writeColour(text) || 'ffffff')}
        />
      )}
      {fill !== undefined && (
        <Switch
          label={texts.fillClear}
          checked={flag === 'true'}
          onChange={({ currentTarget }) => put(colour, currentTarget.checked)}
        />
      )}
    </>
  );
}
