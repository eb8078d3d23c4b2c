/** Exports a person's items as a file. */
import type { ExportedItem } from "#lib/study/study.responses.ts";
import type { ExportFormat } from "#lib/study/study.ts";
import { createStudyFile } from "#lib/study/study-file.ts";
import type { Actor } from "../../actor.ts";
import type { Context } from "../../context.ts";
import { streamExport, writeArray } from "../../http/export-stream.ts";
import type { Limit } from "../../rate-limits.ts";
import { writeAnnotations } from "./annotations.ts";
import { writeMarkdown } from "./markdown.ts";
import { findOutline, readItemsOf } from "./outline.ts";

const byUser: Limit = { name: "study-export-user", points: 20, duration: 60 * 60 };

export const exportFiles: Record<ExportFormat, { name: string; contentType: string }> = {
  json: { name: "halaqa-quran-notes.json", contentType: "application/json; charset=UTF-8" },
  markdown: { name: "halaqa-quran-notes.md", contentType: "text/markdown; charset=UTF-8" },
  annotations: {
    name: "halaqa-quran-notes.jsonld",
    contentType: "application/ld+json; charset=UTF-8",
  },
};

/** @throws AppError `rate_limited`, including while another export of the account is running. */
export function exportStudy(
  context: Context,
  actor: Actor,
  format: ExportFormat,
): Promise<ReadableStream<Uint8Array>> {
  return streamExport(actor.userId, async () => {
    await context.limits.consume(byUser, actor.userId);
    const outline = await findOutline(context.db, actor.userId);
    const readItems = readItemsOf(context.db, actor.userId);
    if (format === "markdown") return writeMarkdown(outline, readItems, new Date());
    if (format === "annotations")
      return writeAnnotations(readItems(outline), context.config.appUrl);
    return writeJson(readItems(outline));
  });
}

/** The file that can be imported again, in the envelope of the API. */
async function* writeJson(items: AsyncIterable<ExportedItem>): AsyncGenerator<string, void> {
  const { items: _i, ...head } = createStudyFile([], new Date());
  yield `{"success":true,"status":"success","data":${JSON.stringify(head).slice(0, -1)},"items":`;
  yield* writeArray(items);
  yield "}}";
}
