import { Group, Input, NumberInput, Switch } from '@mantine/core';
import { useWords } from '../../../words/LanguageProvider.tsx';
import { ChoiceField } from './ChoiceField.tsx';
import { type ControlProps, changed, filtered } from './ControlProps.ts';

/** What becomes of the picture's shape, the crop aside. */
export function ShapeControls(props: ControlProps) {
  const { settings, onChange, faults } = props;
  const texts = useWords().operations;
  const { rotate } = settings.filters;
  const turns = [0, 90, 180, 270] as const;
  return (
    <>
      <SizeField {...props} />
      <ChoiceField
        label={texts.fit}
        choices={texts.fits}
        value={settings.fit}
        onChange={(fit) => onChange(changed(settings, { fit }))}
        error={faults.get('fit-in')}
      />
      <Switch
        label={texts.smart}
        checked={settings.isSmart}
        onChange={({ currentTarget }) => onChange(changed(settings, { isSmart: currentTarget.checked }))}
      />
      <AlignFields {...props} />
      <ChoiceField
        label={texts.rotate}
        choices={texts.rotations}
        value={rotate === undefined ? undefined : (`${rotate}` as const)}
        onChange={(text) =>
          onChange(filtered(settings, { rotate: turns.find((turn) => `${turn}` === text) }))
        }
        error={faults.get('rotate')}
      />
      <ChoiceField
        label={texts.trim}
        choices={texts.trims}
        value={settings.trim}
        onChange={(trim) => onChange(changed(settings, { trim }))}
        error={faults.get('trim')}
      />
    </>
  );
}

function SizeField({ settings, onChange, faults }: ControlProps) {
  const texts = useWords().operations;
  const put = (side: 'width' | 'height', value: number | string) => {
    const size = { width: 0, height: 0, ...settings.size, [side]: typeof value === 'number' ? value : 0 };
    onChange(changed(settings, { size: size.width === 0 && size.height === 0 ? undefined : size }));
  };
  return (
    <Input.Wrapper
      label={texts.size}
      labelElement="div"
      description={texts.sizeHint}
      error={faults.get('size')}
    >
      <Group gap="xs" mt={4} grow>
        {(['width', 'height'] as const).map((side) => (
          <NumberInput
            key={side}
            label={texts[side]}
            size="xs"
            min={0}
            max={10_000}
            allowDecimal={false}
            suffix={` ${texts.pixels}`}
            value={settings.size?.[side] ?? ''}
            onChange={(value) => put(side, value)}
          />
        ))}
      </Group>
    </Input.Wrapper>
  );
}

function AlignFields({ settings, onChange, faults }: ControlProps) {
  const texts = useWords().operations;
  return (
    <Group gap="xs" grow align="flex-start">
      <ChoiceField
        label={texts.horizontal}
        choices={texts.horizontals}
        value={settings.horizontal}
        onChange={(horizontal) => onChange(changed(settings, { horizontal }))}
        error={faults.get('h-align')}
      />
      <ChoiceField
        label={texts.vertical}
        choices={texts.verticals}
        value={settings.vertical}
        onChange={(vertical) => onChange(changed(settings, { vertical }))}
        error={faults.get('v-align')}
      />
    </Group>
  );
}
