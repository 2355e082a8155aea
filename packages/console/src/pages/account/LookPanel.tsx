import { SegmentedControl, Text, useMantineColorScheme } from '@mantine/core';
import { Panel } from '../../parts/Panel.tsx';
import { useLanguage, useWords } from '../../words/LanguageProvider.tsx';
import { languageNames, languages } from '../../words/languages.ts';

/** How the console speaks and looks, in this browser. */
export function LookPanel() {
  const { look } = useWords().account;
  const texts = useWords().shell;
  const { language, choose } = useLanguage();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Panel title={look}>
      <Text size="sm" fw={500}>
        {texts.language}
      </Text>
      <SegmentedControl
        aria-label={texts.language}
        value={language}
        onChange={choose}
        data={languageNames.map((name) => ({ value: name, label: languages[name].name }))}
      />
      <Text size="sm" fw={500}>
        {texts.colours}
      </Text>
      <SegmentedControl
        aria-label={texts.colours}
        value={colorScheme}
        onChange={setColorScheme}
        data={(['light', 'dark', 'auto'] as const).map((name) => ({ value: name, label: texts[name] }))}
      />
    </Panel>
  );
}
