/** What calls say about themselves in /api/openapi.json; their input comes from the validators. */
import { describeRoute, resolver } from "hono-openapi";
import * as z from "zod/mini";

/** The `data` of calls whose success has none. */
export const noData = z.null();

interface Description {
  description?: string;
  /** Whether the call needs an access token. */
  bearer?: boolean;
  /** The field of the form that holds the call's one file. */
  multipart?: string;
  /** The statuses of a success: 200 when not given. */
  successes?: Partial<Record<200 | 201, string>>;
  /** Refusals that the call's own rules make, by status. */
  refusals?: Partial<Record<400 | 403 | 404 | 409 | 413 | 429 | 503, string>>;
}

/** A success in the envelope of envelope.ts. */
interface Envelope {
  /** The schema of `data`, from a `*.responses.ts` of `src/lib`. */
  data: z.ZodMiniType;
  /** What a success has beside `data`, at the top level. */
  topLevel?: Record<string, z.ZodMiniType>;
}

/** A success without the envelope, such as a file. */
interface OtherContent {
  contentType: string;
}

export type CallDescription = Description & (Envelope | OtherContent);

export function documented(tag: string, summary: string, call: CallDescription) {
  const { bearer, multipart, description, successes = { 200: "Success" } } = call;
  const refusals = { ...(bearer && { 401: "Not logged in" }), ...call.refusals };
  return describeRoute({
    tags: [tag],
    summary,
    ...(description && { description }),
    ...(bearer && { security: [{ bearer: [] }] }),
    ...(multipart && { requestBody: { required: true, content: fileForm(multipart) } }),
    responses: {
      ...Object.fromEntries(
        Object.entries(successes).map(([status, text]) => [
          status,
          { description: text, content: successContent(call) },
        ]),
      ),
      ...Object.fromEntries(
        Object.entries(refusals).map(([status, text]) => [
          status,
          { description: text, content: json({ $ref: "#/components/schemas/Failure" }) },
        ]),
      ),
    },
  });
}

function successContent(call: CallDescription) {
  return "data" in call ? json(resolver(successBody(call))) : { [call.contentType]: {} };
}

/** The envelope of a success: `ok()` of envelope.ts. */
function successBody({ data, topLevel = {} }: Envelope) {
  return z.object({
    ...topLevel,
    success: z.literal(true),
    status: z.literal("success"),
    data,
    message: z.optional(z.string()),
  });
}

function json<Schema>(schema: Schema) {
  return { "application/json": { schema } };
}

/** A form with one file in the field of this name. */
function fileForm(field: string) {
  return {
    "multipart/form-data": {
      schema: {
        type: "object" as const,
        properties: { [field]: { type: "string" as const, format: "binary" } },
        required: [field],
      },
    },
  };
}
