import { withProvider } from "#server/meetings/connection/with-provider.ts";
import type { Person } from "../../support/people.ts";
import type { Market } from "../../support/processes/market.ts";

/** Connects a teacher's account at the sandbox's Zoom, as the browser does. */
export async function connectZoom({ call }: Market, { token, email }: Person): Promise<void> {
  const ticket = await call("POST", "/api/zoom/connect/ticket", { token, body: {} });
  const leads = await call("GET", `/api/zoom/connect?token=${ticket.body.data.ticket}`);
  const page = new URL(leads.headers.get("location") ?? "");
  const form = new URLSearchParams(page.search);
  form.set("decision", "allow");
  form.set("email", email);
  const allowed = await fetch(`${page.origin}${page.pathname}`, {
    method: "POST",
    body: form,
    redirect: "manual",
  });
  const back = new URL(allowed.headers.get("location") ?? "").searchParams;
  const body = { code: back.get("code"), state: back.get("state") };
  const answer = await call("POST", "/api/zoom/oauth/callback", { token, body });
  if (answer.status !== 200) throw new Error(`Zoom was not connected: ${answer.status}`);
}

/** The topics of the teacher's meetings, as listed by Zoom. */
export function listAtZoom(
  { sandboxUrl, withContext }: Market,
  { profileId }: Person,
): Promise<string[]> {
  return withContext((context) =>
    withProvider(context, profileId, async (_zoom, accessToken) => {
      const answer = await fetch(`${sandboxUrl}/v2/users/me/meetings`, {
        headers: { authorization: `Bearer ${accessToken}` },
      });
      const { meetings } = (await answer.json()) as { meetings: { topic: string }[] };
      return meetings.map(({ topic }) => topic);
    }),
  );
}
