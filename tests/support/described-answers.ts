/** Compares the answers that tests get with the API's own description of them. */
import type { Hono } from "hono";
import * as z from "zod";
import type { AppEnv } from "#server/http/app-env.ts";

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
  /** With the API's prefix and without a query. */
  path: string;
  status: number;
  body: unknown;
}

let description: Promise<Description> | undefined;

/** The same for all apps of a worker. */
async function readDescription(app: Hono<AppEnv>): Promise<Description> {
  const answer = await app.request("/api/openapi.json");
  return (await answer.json()) as Description;
}

const compiled = new Map<object, z.ZodType>();

function compile(schema: JsonSchema): z.ZodType {
  if (typeof schema === "boolean") return z.fromJSONSchema(schema);
  const known = compiled.get(schema) ?? z.fromJSONSchema(schema);
  compiled.set(schema, known);
  return known;
}

/** The described path of an address. Among several, the one with the fewest parameters. */
function findPath({ paths }: Description, method: string, path: string): string | undefined {
  const parameters = (template: string) => template.split("{").length;
  return Object.keys(paths)
    .filter((template) => paths[template]?.[method])
    .filter((template) => new RegExp(`^${template.replace(/\{\w+\}/g, "[^/]+")}$`).test(path))
    .sort((one, other) => parameters(one) - parameters(other))[0];
}

/**
 * Compares a JSON answer of the API with its description: every success has a described status and
 * the described shape, every failure the shape of all failures.
 * @throws Error that names the call and what differs.
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
