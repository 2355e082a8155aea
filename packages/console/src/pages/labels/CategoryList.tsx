import { LabelTable } from './LabelTable.tsx';

/** The categories of a space. */
export default function CategoryList() {
  return <LabelTable kind="category" />;
}
