/** The meeting of the demo's live class, which the sandbox's Zoom clients join. */

const teacher = "teacher@halaqa.test";

/** A meeting as the sandbox lists it. */
interface ListedMeeting {
  id: number;
  host: string;
  /** ISO 8601, UTC. */
  startTime: string;
  /** Minutes. */
  duration: number;
}

/**
 * The address that shows the clients of the teacher and two students side by side.
 * @param sandbox the sandbox's origin.
 * @returns undefined if the teacher has no meeting at this time.
 */
export async function findLiveClients(sandbox: string): Promise<string | undefined> {
  const headers = { accept: "application/json" };
  const answer = await fetch(`${sandbox}/zoom/client`, { headers });
  if (!answer.ok) throw new Error(`The sandbox answered ${answer.status} to /zoom/client`);
  const { meetings } = (await answer.json()) as { meetings: ListedMeeting[] };
  const now = Date.now();
  const live = meetings.find(({ host, startTime, duration }) => {
    const start = Date.parse(startTime);
    return host === teacher && start <= now && now < start + duration * 60_000;
  });
  if (!live) return undefined;
  const people = [
    ["host", "desktop", teacher],
    ["participant", "desktop", "student@halaqa.test"],
    ["participant", "ios", "student2@halaqa.test"],
  ] as const;
  const query = people.flatMap(([as, device, email]) => [
    ["as", as],
    ["device", device],
    ["email", email],
  ]);
  return `${sandbox}/zoom/client/${live.id}?${new URLSearchParams(query)}`;
}
