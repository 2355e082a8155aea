import { LabelTable } from './LabelTable.tsx';

/** The tags of a space. */
export default function TagList() {
  return <LabelTable kind="tag" />;
}
