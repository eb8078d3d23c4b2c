/** Images that people upload. */
export const maxUploadBytes = 5 * 1024 * 1024;
/** Other bodies are small. */
export const maxBodyBytes = 1024 * 1024;

export const uploadTypes = ["image/jpeg", "image/png", "image/gif", "image/webp"] as const;
export type UploadType = (typeof uploadTypes)[number];

export const uploadMessages = {
  tooLarge: "File size should not exceed 5MB",
  wrongType: "Please select a valid image file (JPEG, PNG, GIF, or WebP)",
} as const;

/** Widths in pixels in which pictures are served, besides their own: `/media/{key}?w=640`. */
export const servedWidths = [320, 640, 960, 1280] as const;

/** Why a selected file is rejected, with the specification's text. Undefined if it isn't. */
export function findUploadProblem(file: { size: number; type: string }): string | undefined {
  const known: readonly string[] = uploadTypes;
  if (!known.includes(file.type)) return uploadMessages.wrongType;
  if (file.size > maxUploadBytes) return uploadMessages.tooLarge;
  return undefined;
}
