import type { Block } from '@newsstand/contract';
import { blocks } from './blocks.ts';

const { text, heading, list, quote, picture, film } = blocks;

/** A long article, with a picture, a film and words of somebody else. */
export const aWeekInHuila: readonly Block[] = [
  ...text(
    'We spent a week on the farms that grow our autumn blend, and came back with a notebook full of weather.',
    'Altitude, shade and an early harvest: the art of starting at dawn.',
  ),
  heading('Monday: up'),
  ...text(
    'From Pitalito it is two hours by jeep, then one on foot, since the bridge is still the one that the river took in May. The farm of Doña Elvira begins where the clouds do, at 1,850 metres. She has nine hectares, four thousand trees and one radio.',
  ),
  picture(
    'm-farm',
    'Rows of coffee trees on a steep hill, with a small house',
    'The lower terraces. The upper ones are in the cloud.',
  ),
  heading('Wednesday: picking'),
  ...text(
    'Only what is red, and only with two fingers: a twist, no pull. A good picker brings sixty kilograms before noon. We brought eleven, together, and half of it was sent back.',
  ),
  quote(
    'You roast for fifteen minutes and call it craft. The tree works for nine months.<br><br>But go on, it is good that somebody finishes it.',
    'Doña Elvira Rojas, grower',
  ),
  film('Five seconds of what a morning looks like there.'),
  heading('Friday: what changes'),
  ...text(
    'The harvest has moved. It used to begin in October; this year it began three weeks earlier. What the growers do about it:',
  ),
  list(
    'More shade: bananas and guamo trees between the rows',
    'New terraces, 150 metres further up',
    'Two smaller harvests in place of a large one',
  ),
  ...text(
    'What we do about it is to sign for five years rather than for one, so that a tree that is planted now is paid for before it bears.',
  ),
];
