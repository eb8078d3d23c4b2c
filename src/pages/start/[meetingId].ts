import type { APIRoute } from "astro";
import { enterMeeting } from "#server/meetings/enter-meeting.ts";

/** A meeting's start link: leads its teacher to the meeting as its host. */
export const GET: APIRoute = ({ params, request }) =>
  enterMeeting(request, params.meetingId ?? "", "start");
