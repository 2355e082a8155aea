import { MediaPicker } from '../../../parts/MediaPicker.tsx';
import { useWords } from '../../../words/LanguageProvider.tsx';
import { fields } from '../document/fields.ts';
import { memberName } from '../memberName.ts';
import { useEditor, useField } from './EditorContext.tsx';

/** The picture of the item; news can't do without one. */
export function PictureField() {
  const names = useWords().members;
  const { shelf } = useEditor();
  const isNews = shelf.kind === 'news';
  const field = isNews ? fields.thumbnail : fields.image;
  const { id, value, set, error } = useField(field);
  return (
    <div id={id} tabIndex={-1}>
      <MediaPicker
        space={shelf}
        label={memberName(field.path, names)}
        value={value}
        onChange={set}
        error={error}
        isRequired={isNews}
      />
    </div>
  );
}
