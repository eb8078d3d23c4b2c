/** Inputs of the console's own calls. */
import * as z from "zod/mini";
import { getTexts } from "#translations/staff.ts";
import { requiredLine } from "../text/text-schemas.ts";
import { staffActionKinds } from "./staff-actions.ts";

const t = getTexts("staff");

/** Why staff do something. The people concerned read it. */
export const reasonInput = requiredLine(300, () => t("server.error.reasonNeeded"));

export const staffReasonInput = z.object({ reason: reasonInput });

/** Since when something is so, as staff have seen it, or null if it wasn't. */
export const seenInstant = z.nullable(z.string().check(z.maxLength(40)));

/** The ID of the latest decision about a person that staff have seen, or null. */
export const seenDecision = z.nullable(z.string().check(z.maxLength(64)));

/** Whose pages staff want to see, and why. The person reads the reason. */
export const viewInput = z.object({
  userId: z.string().check(z.minLength(1), z.maxLength(64)),
  reason: reasonInput,
});
export type ViewInput = z.output<typeof viewInput>;

/** A code from an authenticator app or a recovery code, with or without spaces and dashes. */
export const factorCodeInput = z.object({
  code: z.string().check(z.maxLength(60)),
});

/** What a browser returns for a passkey. The library checks the rest. */
export const passkeyInput = z.object({
  credential: z.looseObject({
    id: z.string().check(z.maxLength(2_000)),
    rawId: z.string().check(z.maxLength(2_000)),
    type: z.literal("public-key"),
    response: z.record(z.string(), z.unknown()),
    clientExtensionResults: z.record(z.string(), z.unknown()),
  }),
});
export type PasskeyInput = z.output<typeof passkeyInput>;

/** How many rows a table of the console shows on one page. */
export const staffPageSize = 25;

/** What the tables of the console have in common: a search, a sort order and a page. */
export const staffTableQuery = {
  search: z.catch(z.optional(z.string().check(z.trim(), z.maxLength(200))), undefined),
  sort: z.catch(z.optional(z.string().check(z.maxLength(40))), undefined),
  page: z.catch(z.coerce.number().check(z.int(), z.gte(1), z.lte(100_000)), 1),
};

export const staffLogQuery = z.object({
  ...staffTableQuery,
  kind: z.catch(z.optional(z.enum(staffActionKinds)), undefined),
});
export type StaffLogQuery = z.output<typeof staffLogQuery>;
