/**
 * Measures requests from logged-in people, which all query the database and can't be cached,
 * alternating with a bare server that sends the same bytes.
 */
import { measure, median, writeScript } from "./load.ts";
import { enrollPeople, logIn } from "./people.ts";
import type { Row } from "./report.ts";
import type { BenchSite } from "./site.ts";
import type { Bare } from "./throughput.ts";

const rounds = 3;
const seconds = 5;
const connections = 20;

interface Call {
  what: string;
  url: string;
  /** The wrk script that sends the requests. */
  script: string;
  /** The response to one of the requests, for the bare server to send. */
  answer: Response;
  /** Per second. */
  goal: number;
  maxP99Ms?: number;
}

export async function measureCalls(site: BenchSite, bare: Bare): Promise<Row[]> {
  // One account per connection, because each account can use at most two database connections.
  const { cookies, courseId } = await enrollPeople(site, "caller", connections);
  const tokens: string[] = [];
  for (const cookie of cookies) tokens.push(await logIn(site, cookie));
  const threads = `${site.url}/api/messages/threads`;
  const threadUrl = `${threads}/${await openThread(threads, tokens[0] ?? "", courseId)}/messages`;
  const own = `${site.url}/api/enrollment/student/enrollments`;
  const headers = { authorization: `Bearer ${tokens[0]}`, "content-type": "application/json" };
  const body = JSON.stringify({ text, clientId: "first-message" });
  const reading = await measureCall(bare, {
    what: "GET own enrollments",
    url: own,
    script: await writeScript(site.folder, "reading", inTurn(tokens, reads)),
    answer: await fetch(own, { headers }),
    goal: 2_000,
    maxP99Ms: 50,
  });
  const writing = await measureCall(bare, {
    what: "POST a message",
    url: threadUrl,
    script: await writeScript(site.folder, "message", inTurn(tokens, writes)),
    answer: await fetch(threadUrl, { method: "POST", headers, body }),
    goal: 500,
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

const text = "Assalamu alaikum, see you on Monday.";

/** Sends a different message with each request. */
const writes = `
  wrk.method = "POST"
  wrk.headers["Content-Type"] = "application/json"
  local body = '{"text":"${text}","clientId":"' .. run .. "-" .. number .. '"}'
  return wrk.format(nil, nil, nil, body)
`;

async function measureCall(bare: Bare, call: Call): Promise<Row> {
  const { what, url, script, answer, goal, maxP99Ms } = call;
  if (!answer.ok) throw new Error(`${what} was answered with ${answer.status}`);
  const type = answer.headers.get("content-type") ?? "";
  const body = Buffer.from(await answer.arrayBuffer()).toString("base64");
  await bare.send({ headers: { "content-type": type }, body });
  const found: { perSecond: number; p99Ms: number; limit: number }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const limit = await measure({ url: bare.url, seconds, connections });
    const measured = await measure({ url, script, seconds, connections });
    if (measured.failures > 0) throw new Error(`${what} failed ${measured.failures} times`);
    found.push({ ...measured, limit: limit.perSecond });
  }
  const perSecond = Math.round(median(found.map((each) => each.perSecond)));
  const p99 = Math.round(median(found.map(({ p99Ms }) => p99Ms)));
  const ratio = median(found.map((each) => each.perSecond / each.limit));
  const isFast = maxP99Ms === undefined || p99 < maxP99Ms;
  const goals = [`≥ ${goal}/s`, ...(maxP99Ms === undefined ? [] : [`99 % within ${maxP99Ms} ms`])];
  return {
    what: `${what}, logged in, ${connections} accounts and connections`,
    goal: goals.join(", "),
    measured: `${perSecond}/s (${ratio.toFixed(3)} of bare), 99 % within ${p99} ms`,
    met: perSecond >= goal && isFast,
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
