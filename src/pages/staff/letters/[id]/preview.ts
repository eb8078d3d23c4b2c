import type { APIRoute } from "astro";

/**
 * The email as a page, for the frame in the console. Its content security policy, which allows no
 * scripts, is that of previews (`src/server/gateway/security-headers.ts`).
 */
export const GET: APIRoute = async ({ locals, params, url }) => {
  const scope = locals.page?.scope;
  if (!scope?.send) return new Response(null, { status: 404 });
  const path = `/api/staff/letters/${encodeURIComponent(params.id ?? "")}/preview${url.search}`;
  return scope.send(path, { headers: { Authorization: `Bearer ${scope.data.accessToken}` } });
};
