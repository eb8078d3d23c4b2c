/** Measures requests of logged-in people, which all query the database and can't be cached. */
import { measure, median, writeScript } from "./load.ts";
import { enrollPeople, logIn } from "./people.ts";
import type { Row } from "./report.ts";
import type { BenchSite } from "./site.ts";

const rounds = 3;
const seconds = 5;
const connections = 20;

export async function measureCalls(site: BenchSite): Promise<Row[]> {
  // One account per connection, because each account can use at most two database connections.
  const { cookies, courseId } = await enrollPeople(site, "caller", connections);
  const tokens: string[] = [];
  for (const cookie of cookies) tokens.push(await logIn(site, cookie));
  const threads = `${site.url}/api/messages/threads`;
  const reading = await measureCall("GET own enrollments", {
    url: `${site.url}/api/enrollment/student/enrollments`,
    script: await writeScript(site.folder, "reading", inTurn(tokens, reads)),
  });
  const writing = await measureCall("POST a message", {
    url: `${threads}/${await openThread(threads, tokens[0] ?? "", courseId)}/messages`,
    script: await writeScript(site.folder, "message", inTurn(tokens, writes)),
  });
  return [reading, writing];
}

/**
 * A wrk script that sends each request as the next person. `request` can use the Lua variables
 * `number` and `run`.
 */
const inTurn = (tokens: readonly string[], request: string) => `
local tokens = { ${tokens.map((token) => `"Bearer ${token}"`).join(", ")} }
local number = 0
local run = tostring(os.time()) .. tostring(math.random(1000000))
request = function()
  number = number + 1
  wrk.headers["Authorization"] = tokens[number % #tokens + 1]
  ${request}
end
`;

const reads = "return wrk.format()";

/** Sends a different message with each request. */
const writes = `
  wrk.method = "POST"
  wrk.headers["Content-Type"] = "application/json"
  local body = '{"text":"Assalamu alaikum, see you on Monday.","clientId":"' .. run .. "-" .. number .. '"}'
  return wrk.format(nil, nil, nil, body)
`;

async function measureCall(what: string, load: { url: string; script: string }): Promise<Row> {
  const found: { perSecond: number; p99Ms: number }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const measured = await measure({ ...load, seconds, connections });
    if (measured.failures > 0) throw new Error(`${what} failed ${measured.failures} times`);
    found.push(measured);
  }
  const perSecond = Math.round(median(found.map((each) => each.perSecond)));
  const p99 = Math.round(median(found.map(({ p99Ms }) => p99Ms)));
  return {
    what: `${what}, logged in, ${connections} accounts and connections`,
    goal: "none",
    measured: `${perSecond}/s, 99 % within ${p99} ms`,
    met: true,
  };
}

/** Opens the course's thread as one of its students. */
async function openThread(threads: string, token: string, courseId: string): Promise<string> {
  const headers = { "content-type": "application/json", authorization: `Bearer ${token}` };
  const body = JSON.stringify({ courseId });
  const opened = await fetch(threads, { method: "POST", headers, body });
  if (!opened.ok) throw new Error(`The thread was not opened: ${opened.status}`);
  return ((await opened.json()) as { data: { threadId: string } }).data.threadId;
}
