/** A field that people never see and bots fill in: their messages are thanked for and dropped. */
import * as z from "zod/mini";

/** The field's name, in forms and in calls. */
export const honeypotField = "website";

export const honeypot = z.optional(z.string());

export function isRobot(input: { [honeypotField]?: string | undefined }): boolean {
  return (input[honeypotField] ?? "").trim() !== "";
}
