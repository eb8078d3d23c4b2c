/**
 * Zoom writes the same UUID of a meeting with the characters of base64 or of base64url, with and
 * without padding.
 * @returns the spelling by which UUIDs are stored and compared.
 */
export function canonicalUuid(uuid: string): string {
  return uuid.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}
