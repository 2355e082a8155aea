import { notifications } from '@mantine/notifications';
import type { ManagedItem } from '@newsstand/contract/manage';
import { useQueryClient } from '@tanstack/react-query';
import { type SpacePlace, shelfPath } from '../../api/places.ts';
import { useWords } from '../../words/LanguageProvider.tsx';
import type { UploadOrder } from './createUploadQueue.ts';
import { addUploads, newMediaOrder } from './uploads.ts';

/** Gives a function that uploads files; those that can be nothing are refused at once. */
export function useUploadFiles(order: UploadOrder): (files: readonly File[]) => void {
  const texts = useWords().uploads;
  return (files) => {
    const fine = files.filter((file) => {
      const refusal = refusalOf(file);
      if (refusal !== undefined) {
        notifications.show({ color: 'red', title: texts.refused, message: texts[refusal](file.name) });
      }
      return refusal === undefined;
    });
    if (fine.length > 0) addUploads(fine, order);
  };
}

/** Gives a function that makes a new media of every file; lists show it at once. */
export function useNewMedia(
  space: SpacePlace,
  place: string,
  onSaved?: (media: ManagedItem<'media'>) => void,
): (files: readonly File[]) => void {
  const client = useQueryClient();
  const order = newMediaOrder(space, place, (media) => {
    void client.invalidateQueries({ queryKey: ['items', shelfPath({ ...space, kind: 'media' })] });
    void client.invalidateQueries({ queryKey: ['overview'] });
    onSaved?.(media);
  });
  return useUploadFiles(order);
}

/** Why a file need not even be sent; the bytes of the others tell the server what they are. */
function refusalOf({
  size,
  type,
}: {
  readonly size: number;
  readonly type: string;
}): 'empty' | 'otherType' | undefined {
  if (size === 0) return 'empty';
  const isPossible = type === '' || /^(image|video)\//.test(type) || /zip|octet-stream/.test(type);
  return isPossible ? undefined : 'otherType';
}
