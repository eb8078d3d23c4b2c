import type { APIRoute } from "astro";
import { downloadEarnings } from "#server/earnings/earnings-export.ts";

/** The teacher's earnings as a CSV file. */
export const GET: APIRoute = ({ request }) => downloadEarnings(request);
