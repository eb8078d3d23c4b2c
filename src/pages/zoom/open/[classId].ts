/** Opens a class in the app in Zoom's client, or on the site if that isn't possible. */
import type { APIRoute } from "astro";
import { enterZoomApp } from "#server/zoom-app/enter-zoom-app.ts";

export const GET: APIRoute = ({ request, params }) => enterZoomApp(request, params.classId ?? "");
