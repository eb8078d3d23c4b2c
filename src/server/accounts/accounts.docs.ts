/** What the account calls say about themselves in /api/openapi.json. */
import { describeRoute, resolver } from "hono-openapi";
import * as z from "zod/mini";

export const userData = z.object({ id: z.string(), email: z.string(), name: z.string() });

export const tokenData = z.object({ accessToken: z.string() });

export const signedInData = z.object({ accessToken: z.string(), user: userData });

/** A description of a call: what it does, and the `data` of its success. */
export function documented(
  summary: string,
  data: z.ZodMiniType,
  options: { status?: 200 | 201; bearer?: boolean } = {},
) {
  const body = z.object({
    success: z.literal(true),
    status: z.literal("success"),
    data,
    message: z.optional(z.string()),
  });
  return describeRoute({
    tags: ["accounts"],
    summary,
    ...(options.bearer ? { security: [{ bearer: [] }] } : {}),
    responses: {
      [options.status ?? 200]: {
        description: "Success",
        content: { "application/json": { schema: resolver(body) } },
      },
    },
  });
}
