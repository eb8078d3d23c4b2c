/**
 * A form field that is hidden from people but filled in by bots. Such messages are acknowledged and
 * discarded.
 */
import * as z from "zod/mini";

/** The field's name in forms and API requests. */
export const honeypotField = "website";

export const honeypot = z.optional(z.string());

export function isRobot(input: { [honeypotField]?: string | undefined }): boolean {
  return (input[honeypotField] ?? "").trim() !== "";
}
