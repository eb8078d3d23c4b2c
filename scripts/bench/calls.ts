/** Calls of people who are logged in: each asks the database, and nothing is kept for the next. */
import { demoPassword } from "#server/demo/demo-shapes.ts";
import { measure, median, writeScript } from "./load.ts";
import type { Row } from "./report.ts";
import type { BenchSite } from "./site.ts";

const rounds = 3;
const seconds = 5;
const connections = 20;

export async function measureCalls(site: BenchSite): Promise<Row[]> {
  const token = await logIn(site);
  const headers = { Authorization: `Bearer ${token}` };
  const reading = await measureCall("GET own enrolments", {
    url: `${site.url}/api/enrollment/student/enrollments`,
    headers,
  });
  const script = await writeScript(site.folder, "message", sending(token));
  const writing = await measureCall("POST a message", {
    url: `${site.url}/api/messages/threads/${await openThread(site, token)}/messages`,
    script,
  });
  return [reading, writing];
}

/** Each message is another one. */
const sending = (token: string) => `
local number = 0
local run = tostring(os.time()) .. tostring(math.random(1000000))
wrk.method = "POST"
wrk.headers["Content-Type"] = "application/json"
wrk.headers["Authorization"] = "Bearer ${token}"
request = function()
  number = number + 1
  local body = '{"text":"As-salamu alaykum, see you on Monday.","clientId":"' .. run .. "-" .. number .. '"}'
  return wrk.format(nil, nil, nil, body)
end
`;

async function measureCall(
  what: string,
  load: { url: string; headers?: Record<string, string>; script?: string },
): Promise<Row> {
  const found: { perSecond: number; p99Ms: number }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const measured = await measure({ ...load, seconds, connections });
    if (measured.failures > 0) throw new Error(`${what} failed ${measured.failures} times`);
    found.push(measured);
  }
  const perSecond = Math.round(median(found.map((each) => each.perSecond)));
  const p99 = Math.round(median(found.map(({ p99Ms }) => p99Ms)));
  return {
    what: `${what}, logged in, ${connections} connections`,
    goal: "told",
    measured: `${perSecond}/s, 99 % within ${p99} ms`,
    met: true,
  };
}

async function logIn({ url }: BenchSite): Promise<string> {
  const body = JSON.stringify({ email: "student@halaqa.test", password: demoPassword });
  const headers = { "content-type": "application/json", origin: url };
  const answer = await fetch(`${url}/api/auth/login`, { method: "POST", headers, body });
  if (!answer.ok) throw new Error(`The log-in was refused: ${answer.status}`);
  return ((await answer.json()) as { data: { accessToken: string } }).data.accessToken;
}

/** The thread of the student's first course. */
async function openThread({ url }: BenchSite, token: string): Promise<string> {
  const headers = { "content-type": "application/json", authorization: `Bearer ${token}` };
  const list = await fetch(`${url}/api/enrollment/student/enrollments`, { headers });
  const { data } = (await list.json()) as { data: { courseId: string }[] };
  const body = JSON.stringify({ courseId: data[0]?.courseId });
  const opened = await fetch(`${url}/api/messages/threads`, { method: "POST", headers, body });
  if (!opened.ok) throw new Error(`The thread was not opened: ${opened.status}`);
  return ((await opened.json()) as { data: { threadId: string } }).data.threadId;
}
