/** Images that users upload. */
export const maxUploadBytes = 5 * 1024 * 1024;
/** The limit for all other request bodies. */
export const maxBodyBytes = 1024 * 1024;

export const uploadTypes = ["image/jpeg", "image/png", "image/gif", "image/webp"] as const;
export type UploadType = (typeof uploadTypes)[number];

/** The hint that a form shows beside an image field. */
export const uploadHint = "JPEG, PNG, GIF or WebP up to 5MB";

export const uploadMessages = {
  tooLarge: "File size should not exceed 5MB",
  wrongType: "Please select a valid image file (JPEG, PNG, GIF, or WebP)",
  uploadFirst: "Please upload the image first",
  tooSlow: "The server is too busy to process the picture. Please try again soon.",
} as const;

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
