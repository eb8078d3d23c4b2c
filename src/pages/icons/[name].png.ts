/** Generated at build time, one file per icon. */
import type { APIRoute, GetStaticPaths } from "astro";
import { drawIcon, icons } from "#server/seo/icons.ts";

export const prerender = true;

export const getStaticPaths = (() =>
  Object.entries(icons).map(([name, shape]) => ({
    params: { name },
    props: { shape },
  }))) satisfies GetStaticPaths;

export const GET: APIRoute<{ shape: (typeof icons)[string] }> = async ({ props }) =>
  new Response(Buffer.from(await drawIcon(props.shape)), {
    headers: { "Content-Type": "image/png" },
  });
