/** The file format in which people export their items and import them again. */
import type { ExportedItem, StudyFile } from "./study.responses.ts";

export const studyFileFormat = "halaqa-study";
export const studyFileVersion = 1;

export function createStudyFile(items: ExportedItem[], now: Date): StudyFile {
  return {
    format: studyFileFormat,
    version: studyFileVersion,
    exportedAt: now.toISOString(),
    items,
  };
}
