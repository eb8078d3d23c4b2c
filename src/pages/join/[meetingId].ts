import type { APIRoute } from "astro";
import { enterMeeting } from "#server/meetings/enter-meeting.ts";

/** A meeting's join link: checks who comes, records attendance, leads on. */
export const GET: APIRoute = ({ params, request }) =>
  enterMeeting(request, params.meetingId ?? "", "join");
