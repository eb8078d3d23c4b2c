/**
 * Zoom writes the UUID of a meeting in base64 or base64url, with or without padding.
 * @returns the one spelling in which UUIDs are stored and compared.
 */
export function canonicalUuid(uuid: string): string {
  return uuid.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}
