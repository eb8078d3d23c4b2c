/** Accepting changed terms. */
import * as z from "zod/mini";

const version = z.optional(z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/)));

/** The versions that the person accepts. */
export const acceptInput = z.object({ terms: version, privacy: version });
export type AcceptInput = z.output<typeof acceptInput>;
