/** Responses for machine-readable files: feeds, sitemaps and images. */

import type { APIContext } from "astro";
import { AppError } from "#lib/errors.ts";
import { getTexts } from "#translations/translate.ts";

const t = getTexts("http");

/** Seconds for which a response stays cached, unless one of its tags is purged. */
const freshSeconds = 3_600;

/** A response that the gateway caches for everyone. */
export function cachedResponse(
  page: APIContext,
  body: string | Buffer<ArrayBuffer>,
  contentType: string,
  tags: string[],
): Response {
  if (page.cache.enabled) page.cache.set({ maxAge: freshSeconds, tags });
  return new Response(body, { headers: { "Content-Type": contentType } });
}

/** An image, or the plain-text 404 response that sites embedding an image expect. */
export async function cachedImage(
  page: APIContext,
  draw: () => Promise<Buffer | string>,
  tags: string[],
  contentType = "image/png",
): Promise<Response> {
  try {
    const image = await draw();
    const body = typeof image === "string" ? image : Buffer.from(image);
    return cachedResponse(page, body, contentType, tags);
  } catch (error) {
    if (error instanceof AppError && error.code === "not_found") return missing();
    throw error;
  }
}

export const missing = (): Response =>
  new Response(t("pageNotFound"), {
    status: 404,
    headers: { "Content-Type": "text/plain; charset=utf-8" },
  });
