/** What the account calls say about themselves in /api/openapi.json. */
import * as z from "zod/mini";
import { documented as documentedCall } from "../http/documented.ts";

export const userData = z.object({ id: z.string(), email: z.string(), name: z.string() });

export const tokenData = z.object({ accessToken: z.string() });

export const signedInData = z.object({ accessToken: z.string(), user: userData });

/** A description of a call: what it does, and the `data` of its success. */
export function documented(
  summary: string,
  data: z.ZodMiniType,
  { status = 200, bearer = false }: { status?: 200 | 201; bearer?: boolean } = {},
) {
  return documentedCall("accounts", summary, {
    data,
    bearer,
    successes: { [status]: "Success" },
    refusals: { 429: "Too many attempts; Retry-After says when to try again" },
  });
}
