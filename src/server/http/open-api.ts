import type { Handler, Hono } from "hono";
import { type GenerateSpecOptions, generateSpecs } from "hono-openapi";
import type { OpenAPIV3_1 } from "openapi-types";
import { defaultLanguage } from "#lib/languages.ts";
import { site } from "#lib/site/site.ts";
import { runWithLanguage } from "#translations/runtime.node.ts";
import { getTexts } from "#translations/translate.ts";
import type { AppEnv } from "./app-env.ts";
import { shareAnswer } from "./shared-answer.ts";

const t = getTexts("site");

/** The schema of all error responses (`failure()` in envelope.ts). */
const failureSchema: OpenAPIV3_1.SchemaObject = {
  type: "object",
  required: ["success", "status", "message"],
  properties: {
    success: { type: "boolean", const: false },
    status: { type: "string", const: "error" },
    message: { type: "string" },
    errors: {
      type: "array",
      description: "Every invalid field, if any",
      items: {
        type: "object",
        required: ["field", "message"],
        properties: { field: { type: "string" }, message: { type: "string" } },
      },
    },
  },
};

const describeApi = (): Partial<GenerateSpecOptions> => ({
  excludeStaticFile: false,
  defaultValidationErrorResponse: {
    description: "Invalid input; `errors` lists every invalid field",
    content: { "application/json": { schema: { $ref: "#/components/schemas/Failure" } } },
  },
  documentation: {
    openapi: "3.1.0",
    info: { title: `${site.name} API`, version: "1", description: t("description") },
    components: {
      schemas: { Failure: failureSchema },
      securitySchemes: { bearer: { type: "http", scheme: "bearer", bearerFormat: "JWT" } },
    },
  },
});

/** The description changes only with a release, whose servers start with empty caches. */
const cacheSeconds = 86_400;

/** All calls, including those of the console. */
export const describeAllCalls = (app: Hono<AppEnv>): ReturnType<typeof generateSpecs> =>
  runWithLanguage(defaultLanguage, () => generateSpecs(app, describeApi()));

/** Omits the calls of the console, which only staff should know about. */
async function describePublicCalls(app: Hono<AppEnv>) {
  const { paths, ...described } = await describeAllCalls(app);
  const isPublic = ([path]: [string, unknown]) => !/^\/api\/staff(\/|$)/.test(path);
  return { ...described, paths: Object.fromEntries(Object.entries(paths ?? {}).filter(isPublic)) };
}

/**
 * The OpenAPI document, generated from the validators of the routes. It is generated only once,
 * because that blocks the process for milliseconds and anyone can request it. It is English
 * in all languages.
 */
export function openApi(app: Hono<AppEnv>): Handler<AppEnv> {
  let document: Promise<string> | undefined;
  return async (c) => {
    document ??= describePublicCalls(app).then((described) => JSON.stringify(described));
    shareAnswer(c, cacheSeconds, []);
    return c.body(await document, 200, { "Content-Type": "application/json" });
  };
}
