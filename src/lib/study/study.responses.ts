/** Responses about a person's own bookmarks, highlights, notes and collections. */
import * as z from "zod/mini";
import { highlightColors, refusalReasons, studyKinds } from "./study.rules.ts";

const anchor = z.object({
  verse: z.int(),
  fromWord: z.nullable(z.int()),
  toWord: z.nullable(z.int()),
  edition: z.string(),
  quote: z.string(),
});

const fields = {
  verse: z.optional(z.int()),
  name: z.optional(z.string()),
  anchor: z.optional(anchor),
  color: z.optional(z.enum(highlightColors)),
  text: z.optional(z.string()),
  verses: z.optional(z.array(z.int())),
};

/** An item, or what remains of a deleted one. */
const item = z.object({
  id: z.string(),
  kind: z.enum(studyKinds),
  rev: z.int(),
  deleted: z.boolean(),
  /** The clock of each field. */
  clocks: z.record(z.string(), z.number()),
  createdAt: z.string(),
  updatedAt: z.string(),
  ...fields,
});
export type StudyItem = z.output<typeof item>;

const refusal = z.object({
  id: z.string(),
  clock: z.number(),
  reason: z.enum(refusalReasons),
});
export type StudyRefusal = z.output<typeof refusal>;

export const syncedSchema = z.object({
  rev: z.int(),
  changes: z.array(item),
  /** Whether there are further changes after `rev`. */
  more: z.boolean(),
  /** Whether the device must replace everything it has, because it was offline for too long. */
  reset: z.boolean(),
  /** Changes that were not stored, because of a limit or words that don't exist. */
  refused: z.array(refusal),
  /** The server's clock. */
  clock: z.number(),
});
export type Synced = z.output<typeof syncedSchema>;

const exportedItem = z.object({
  id: z.string(),
  kind: z.enum(studyKinds),
  createdAt: z.string(),
  updatedAt: z.string(),
  ...fields,
});
export type ExportedItem = z.output<typeof exportedItem>;

/** The file that can be imported again. */
export interface StudyFile {
  format: string;
  version: number;
  exportedAt: string;
  items: ExportedItem[];
}
