import { Button, Group, Input, NumberInput, Switch } from '@mantine/core';
import { useWords } from '../../../words/LanguageProvider.tsx';
import { ChoiceField, type ControlProps } from './fields.tsx';
import { withFilters, withOperations } from './settings.ts';

type ShapeProps = ControlProps & { readonly width: number; readonly height: number };

/** The controls of all operations but filters, and of the rotation. */
export function ShapeControls(props: ShapeProps) {
  const { settings, onChange, faults } = props;
  const texts = useWords().operations;
  const rotate = settings.filters?.rotate;
  const rotations = [0, 90, 180, 270] as const;
  return (
    <>
      <CropField {...props} />
      <SizeField {...props} />
      <ChoiceField
        label={texts.fit}
        choices={texts.fits}
        value={settings['fit-in']?.value}
        onChange={(value) =>
          onChange(withOperations(settings, { 'fit-in': value && { type: 'fit-in', value } }))
        }
        error={faults.get('fit-in')}
      />
      <Switch
        label={texts.smart}
        checked={settings.smart !== undefined}
        onChange={({ currentTarget }) =>
          onChange(withOperations(settings, { smart: currentTarget.checked ? { type: 'smart' } : undefined }))
        }
      />
      <AlignFields {...props} />
      <ChoiceField
        label={texts.rotate}
        choices={texts.rotations}
        value={rotate === undefined ? undefined : (`${rotate}` as const)}
        onChange={(text) =>
          onChange(withFilters(settings, { rotate: rotations.find((turn) => `${turn}` === text) }))
        }
        error={faults.get('rotate')}
      />
      <ChoiceField
        label={texts.trim}
        choices={texts.trims}
        value={settings.trim?.orientation}
        onChange={(orientation) =>
          onChange(withOperations(settings, { trim: orientation && { type: 'trim', orientation } }))
        }
        error={faults.get('trim')}
      />
    </>
  );
}

const edges = ['left', 'top', 'right', 'down'] as const;

/** The edges of the crop as numbers: for the keyboard, and for exact values. */
function CropField({ settings, onChange, faults, width, height }: ShapeProps) {
  const texts = useWords().operations;
  const crop = settings.crop ?? { type: 'crop', left: 0, top: 0, right: width, down: height };
  return (
    <Input.Wrapper label={texts.crop} labelElement="div" error={faults.get('crop')}>
      <Group gap="xs" wrap="nowrap" align="flex-end">
        {edges.map((edge) => (
          <NumberInput
            key={edge}
            label={texts[edge]}
            size="xs"
            min={0}
            allowDecimal={false}
            allowNegative={false}
            hideControls
            value={crop[edge]}
            onChange={(value) => {
              if (typeof value === 'number')
                onChange(withOperations(settings, { crop: { ...crop, [edge]: value } }));
            }}
          />
        ))}
      </Group>
      {settings.crop && (
        <Button
          mt="xs"
          size="compact-xs"
          variant="default"
          onClick={() => onChange(withOperations(settings, { crop: undefined }))}
        >
          {texts.cropNone}
        </Button>
      )}
    </Input.Wrapper>
  );
}

function SizeField({ settings, onChange, faults }: ControlProps) {
  const texts = useWords().operations;
  const put = (side: 'width' | 'height', value: number | string) => {
    const number = typeof value === 'number' ? value : 0;
    const size = { width: 0, height: 0, ...settings.size, [side]: number };
    const isUnset = size.width === 0 && size.height === 0;
    onChange(withOperations(settings, { size: isUnset ? undefined : { type: 'size', ...size } }));
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
        value={settings['h-align']?.value}
        onChange={(value) =>
          onChange(withOperations(settings, { 'h-align': value && { type: 'h-align', value } }))
        }
        error={faults.get('h-align')}
      />
      <ChoiceField
        label={texts.vertical}
        choices={texts.verticals}
        value={settings['v-align']?.value}
        onChange={(value) =>
          onChange(withOperations(settings, { 'v-align': value && { type: 'v-align', value } }))
        }
        error={faults.get('v-align')}
      />
    </Group>
  );
}
