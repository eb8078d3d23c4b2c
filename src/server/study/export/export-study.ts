/** Exports a person's items as a file. */
import { and, asc, eq, isNull } from "drizzle-orm";
import type { ExportFormat } from "#lib/study/study.ts";
import { createStudyFile } from "#lib/study/study-file.ts";
import type { Actor } from "../../actor.ts";
import type { Context } from "../../context.ts";
import { studyItems } from "../../db/tables/study.table.ts";
import type { Limit } from "../../rate-limits.ts";
import { toExportedItem } from "../study.view.ts";
import { writeAnnotations } from "./annotations.ts";
import { writeMarkdown } from "./markdown.ts";

const byUser: Limit = { name: "study-export-user", points: 30, duration: 60 * 60 };

interface File {
  name: string;
  contentType: string;
  text: string;
}

/** @throws AppError `rate_limited`. */
export async function exportStudy(
  context: Context,
  actor: Actor,
  format: ExportFormat,
): Promise<File> {
  await context.limits.consume(byUser, actor.userId);
  const rows = await context.db
    .select()
    .from(studyItems)
    .where(and(eq(studyItems.userId, actor.userId), isNull(studyItems.deletedAt)))
    .orderBy(asc(studyItems.createdClock), asc(studyItems.id));
  const items = rows.map(toExportedItem);
  const now = new Date();
  if (format === "markdown") {
    return {
      name: "halaqa-quran-notes.md",
      contentType: "text/markdown; charset=UTF-8",
      text: writeMarkdown(items, now),
    };
  }
  if (format === "annotations") {
    return {
      name: "halaqa-quran-notes.jsonld",
      contentType: "application/ld+json; charset=UTF-8",
      text: JSON.stringify(writeAnnotations(items, context.config.appUrl), null, 2),
    };
  }
  return {
    name: "halaqa-quran-notes.json",
    contentType: "application/json; charset=UTF-8",
    text: JSON.stringify({ success: true, status: "success", data: createStudyFile(items, now) }),
  };
}
