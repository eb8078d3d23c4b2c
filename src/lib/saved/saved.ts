/** The input of saving and comparing. */
import * as z from "zod/mini";
import { maxCompared, type SavedSubject, savedKinds } from "./saved.rules.ts";

const subjectId = z.string().check(z.minLength(1), z.maxLength(64));

/** The form of the button, and of the list of saved items. */
export const saveInput = z.object({
  kind: z.enum(savedKinds),
  id: subjectId,
  saved: z.enum(["yes", "no"]),
  /** Where the form is: on the page of the course or teacher, unless it is in the list. */
  from: z.optional(z.enum(["list"])),
});
export type SaveInput = z.output<typeof saveInput>;

/** The course or teacher that a URL names; undefined if it names none. */
export function readSubject(parameters: URLSearchParams, prefix = ""): SavedSubject | undefined {
  for (const kind of savedKinds) {
    const id = subjectId.safeParse(parameters.get(prefix + kind));
    if (id.success) return { kind, id: id.data };
  }
  return undefined;
}

/** The IDs to compare, each once, in the order of the URL. */
export function readCompared(parameters: URLSearchParams, kind: SavedSubject["kind"]): string[] {
  const valid = parameters.getAll(kind).filter((id) => subjectId.safeParse(id).success);
  return [...new Set(valid)].slice(0, maxCompared);
}
