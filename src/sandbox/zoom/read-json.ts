import type { Context } from "hono";
import { ApiError } from "./errors.ts";

/** @throws ApiError if the body isn't JSON. */
export async function readJson(c: Context): Promise<unknown> {
  try {
    return await c.req.json();
  } catch {
    throw new ApiError(400, 300, "Request Body should be a valid JSON object.");
  }
}
