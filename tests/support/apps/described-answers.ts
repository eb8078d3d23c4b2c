/** Compares the API responses in tests with the OpenAPI description. */
import type { Hono } from "hono";
import * as z from "zod";
import type { AppEnv } from "#server/http/app-env.ts";
import { describeAllCalls } from "#server/http/open-api.ts";

type JsonSchema = Parameters<typeof z.fromJSONSchema>[0];

interface Description {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: { Failure: JsonSchema } };
}

interface Operation {
  responses: Record<string, { content?: Record<string, { schema?: JsonSchema }> }>;
}

interface Call {
  method: string;
  /** Includes the API's prefix, but no query string. */
  path: string;
  status: number;
  body: unknown;
}

let description: Promise<Description> | undefined;

/** Loaded once for all apps of a worker. */
async function readDescription(app: Hono<AppEnv>): Promise<Description> {
  return JSON.parse(JSON.stringify(await describeAllCalls(app))) as Description;
}

const compiled = new Map<object, z.ZodType>();

function compile(schema: JsonSchema): z.ZodType {
  if (typeof schema === "boolean") return z.fromJSONSchema(schema);
  const known = compiled.get(schema) ?? z.fromJSONSchema(schema);
  compiled.set(schema, known);
  return known;
}

/** The patterns of the described paths, those with the fewest parameters first. */
const patterns = new WeakMap<Description, [template: string, pattern: RegExp][]>();

function readPatterns(description: Description): [string, RegExp][] {
  const parameters = (template: string) => template.split("{").length;
  return Object.keys(description.paths)
    .sort((one, other) => parameters(one) - parameters(other))
    .map((template) => [template, new RegExp(`^${template.replace(/\{\w+\}/g, "[^/]+")}$`)]);
}

/**
 * The path in the description that matches a URL. If several match, the one with the fewest
 * parameters.
 */
function findPath(description: Description, method: string, path: string): string | undefined {
  const known = patterns.get(description) ?? readPatterns(description);
  patterns.set(description, known);
  return known.find(
    ([template, pattern]) => description.paths[template]?.[method] && pattern.test(path),
  )?.[0];
}

/**
 * Compares a JSON response with the API description. A success must have a described status and
 * shape, and an error the common shape of errors.
 * @throws Error that names the call and the difference.
 */
export async function compareWithDescription(app: Hono<AppEnv>, call: Call): Promise<void> {
  if (call.path === "/api/openapi.json") return;
  description ??= readDescription(app);
  const { status, body } = call;
  const method = call.method.toLowerCase();
  const known = await description;
  const path = findPath(known, method, call.path.replace(/\/$/, ""));
  const name = `${call.method} ${path ?? call.path} ${status}`;
  if (status >= 400) return requireShape(name, known.components.schemas.Failure, body);
  const described = path && known.paths[path]?.[method]?.responses[status];
  if (!described) throw new Error(`${name} is missing in the API's description`);
  const schema = described.content?.["application/json"]?.schema;
  if (schema !== undefined) requireShape(name, schema, body);
}

function requireShape(name: string, schema: JsonSchema, body: unknown): void {
  const { error } = compile(schema).safeParse(body);
  if (error) {
    throw new Error(`${name} differs from the API's description:\n${z.prettifyError(error)}`);
  }
}
