import type { APIRoute } from "astro";
import { downloadStudents } from "#server/enrollments/students-export.ts";

/** The teacher's students as a CSV file. */
export const GET: APIRoute = ({ request }) => downloadStudents(request);
