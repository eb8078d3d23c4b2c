/** Descriptions of routes for /api/openapi.json. Their input is described by the validators. */
import { describeRoute, resolver } from "hono-openapi";
import * as z from "zod/mini";

/** The `data` of successful responses without data. */
export const noData = z.null();

interface Description {
  description?: string;
  /** Whether the call needs an access token. */
  bearer?: boolean;
  /** The form field with the file that is uploaded. */
  multipart?: string;
  /** The success statuses. Default: 200. */
  successes?: Partial<Record<200 | 201, string>>;
  /** The errors caused by the route's own rules, by status. */
  refusals?: Partial<Record<400 | 403 | 404 | 409 | 413 | 429 | 503, string>>;
}

/** A success in the envelope of envelope.ts. */
interface Envelope {
  /** The schema of `data`, from a `*.responses.ts` file in `src/lib`. */
  data: z.ZodMiniType;
  /** Fields of the response besides `data`, at the top level. */
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

/** The schema of the success envelope (`ok()` in envelope.ts). */
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

/** The schema of a form with one file in this field. */
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
