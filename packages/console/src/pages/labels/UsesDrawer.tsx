import { Drawer, Loader } from '@mantine/core';
import { useUses } from '../../api/useUses.ts';
import { Trouble } from '../../parts/Trouble.tsx';
import { UseList } from '../../parts/UseList.tsx';
import { useFocusBack } from '../../parts/useFocusBack.ts';
import { useWords } from '../../words/LanguageProvider.tsx';
import type { Label, LabelShelf } from './Label.ts';

type DrawerProps = { readonly shelf: LabelShelf; readonly label: Label; readonly onClose: () => void };

/** Where a category or tag is used. */
export function UsesDrawer({ shelf, label, onClose }: DrawerProps) {
  useFocusBack();
  const texts = useWords().labels;
  const { data, error } = useUses(shelf, label.id);
  return (
    <Drawer opened onClose={onClose} position="right" title={texts.usesTitle(label.name)}>
      {error && <Trouble error={error} />}
      {data === undefined && !error && <Loader />}
      {data && <UseList space={shelf} uses={data} />}
    </Drawer>
  );
}
