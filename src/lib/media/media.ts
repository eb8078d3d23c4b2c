/** Images that users upload. */
import { getTexts } from "#translations/media.ts";

const t = getTexts("media");

export const maxUploadBytes = 5 * 1024 * 1024;
/** The limit for all other request bodies. */
export const maxBodyBytes = 1024 * 1024;

export const uploadTypes = ["image/jpeg", "image/png", "image/gif", "image/webp"] as const;
export type UploadType = (typeof uploadTypes)[number];

/** The hint that a form shows beside an image field. */
export const describeUpload = (): string => t("hint");

export const uploadMessages = {
  get tooLarge() {
    return t("tooLarge");
  },
  get wrongType() {
    return t("wrongType");
  },
  get uploadFirst() {
    return t("uploadFirst");
  },
  get tooSlow() {
    return t("tooSlow");
  },
};

/**
 * Widths in pixels in which images are served besides their original width: `/media/{key}?w=640`.
 */
export const servedWidths = [320, 640, 960, 1280] as const;

/**
 * Returns why a selected file is rejected, with the specification's text, or undefined if it is
 * valid.
 */
export function findUploadProblem(file: { size: number; type: string }): string | undefined {
  const known: readonly string[] = uploadTypes;
  if (!known.includes(file.type)) return uploadMessages.wrongType;
  if (file.size > maxUploadBytes) return uploadMessages.tooLarge;
  return undefined;
}
