import type { APIRoute } from "astro";

/**
 * The table of a section as a CSV file. The call is made with the token that the page was given,
 * because a link can't send one.
 */
export const GET: APIRoute = async ({ locals, params, url }) => {
  const scope = locals.page?.scope;
  if (!scope?.send) return new Response(null, { status: 404 });
  const path = `/api/staff/${encodeURIComponent(params.section ?? "")}/export.csv${url.search}`;
  return scope.send(path, { headers: { Authorization: `Bearer ${scope.data.accessToken}` } });
};
