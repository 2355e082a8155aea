import type { ImportSummary, Loss } from '../../ImportSummary.ts';
import type { LineFault } from '../json/readJsonLines.ts';
import type { SourceLabel, SourceMedia } from '../records/SourceContent.ts';

/** What the values of a field are. Lists are of the kind of their elements. */
export type FieldKind =
  | 'text'
  | 'longText'
  | 'richText'
  | 'date'
  | 'boolean'
  | 'asset'
  /** The ID of another document. */
  | 'reference'
  /** Fields of its own, without being a document. */
  | 'object'
  | 'other';

/** A field of a type. */
export type DocumentField = {
  readonly id: string;
  readonly kind: FieldKind;
  /** The types of the documents that it refers to, as far as they are known. */
  readonly targets?: readonly string[];
};

/** A type of documents: a content type, a collection. */
export type DocumentType = {
  readonly id: string;
  readonly name: string;
  /** The field that names a document, if the system says so. */
  readonly nameField?: string | undefined;
  /** Whether its documents are only parts of others, or settings. */
  readonly isPart?: boolean | undefined;
  /** Whether there is a single document of it, such as a home page. */
  readonly isSingle?: boolean;
  readonly fields: readonly DocumentField[];
};

/** The locale that a value was taken from, and the others that have one. */
export type FieldLocales = { readonly used: string; readonly others: readonly string[] };

/** A document: an article, a category, a tag, an author or a part of a text. */
export type SourceDocument = {
  readonly line: number;
  readonly id: string;
  readonly type: string;
  /** Whether the system says that it is not public; a text says why, if that is more than being a draft. */
  readonly isDraft: boolean | string;
  /** Fields that the public may not read. */
  readonly hiddenFields?: ReadonlySet<string> | undefined;
  readonly publishedAt?: number | undefined;
  readonly createdAt?: number | undefined;
  readonly updatedAt?: number | undefined;
  /** Values in a single locale. */
  readonly fields: Readonly<Record<string, unknown>>;
  readonly locales?: ReadonlyMap<string, FieldLocales>;
  /** Labels besides those in fields. */
  readonly tags?: readonly SourceLabel[];
  /** How it was changed when it was read, for the report. */
  readonly changes?: readonly { readonly why: string; readonly loss: Loss }[];
};

/** What is needed of a document that is part of a text, or an author. */
export type Part = Pick<SourceDocument, 'type' | 'fields'>;

/** A file as media, and as HTML that shows it. */
export type ReadAsset = { readonly media: SourceMedia; readonly html: string };

/** What a rich text contains besides text. */
export type Embedding = {
  /** A file, a document or an object, as HTML; '' if it cannot be shown. */
  html(value: unknown): string;
  /** The URL of a file. */
  fileUrl(value: unknown): string | undefined;
  /** Called for what cannot be shown. */
  skipped(what: string): void;
};

/** An export that consists of documents with fields, and how to read its values. */
export type DocumentSource = {
  /** What the system calls a type and a document: `content type`, `entry`. */
  readonly words: { readonly type: string; readonly document: string };
  readonly types: readonly DocumentType[];
  /** The locale that is imported, if there are several. */
  readonly locale?: string | undefined;
  /** Reads all documents. May be called more than once; what it leaves out goes to the given summary. */
  read(summary: ImportSummary): AsyncIterable<{
    readonly bytes: number;
    readonly documents: readonly SourceDocument[];
    /** Files that become media even if no document shows them. */
    readonly media?: readonly SourceMedia[];
    /** Lines that cannot be read. */
    readonly faults?: readonly LineFault[];
  }>;
  /** The ID of the document that a value refers to; undefined if it is not a reference. */
  reference(value: unknown): string | undefined;
  /** The file in a value; undefined if the value is not a file. */
  asset(value: unknown): ReadAsset | 'missing' | undefined;
  /** A rich text as HTML; undefined if the value is not one. */
  richText(value: unknown, embedding: Embedding): string | undefined;
  /** A long text as HTML. */
  textHtml(text: string): string;
  /** The URL of the original of a picture in a text; default: the URL itself. */
  original?(url: string): string;
};
