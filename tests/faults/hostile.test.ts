import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import sharp from "sharp";
import { expect, it } from "vitest";
import type { Person } from "../support/people.ts";
import { type Product, startProduct } from "../support/processes/product.ts";
import { report } from "../support/processes/report.ts";
import { type MarketDay, openMarket } from "./support/market-day.ts";
import { drawPixelBomb } from "./support/pixel-bomb.ts";
import { ask } from "./support/records/ask.ts";
import { setUpForFile } from "./support/shared-setup.ts";

let product: Product;
let day: MarketDay;
setUpForFile(
  async () => {
    product = await startProduct({ LOG_LEVEL: "error" });
    day = await openMarket(product, { students: 1, courses: 1, seats: 2 });
  },
  async () => product?.stop(),
);

function people(): { teacher: Person; student: Person } {
  const [teacher, student] = [day.teachers[0], day.students[0]];
  if (!teacher || !student) throw new Error("A person is missing");
  return { teacher, student };
}

/** The number of rows in each table, apart from tables that count requests. */
const tables = ["users", "profiles", "courses", "enrolments", "payments", "uploads", "comments"];
const countRows = () =>
  ask(
    product,
    `select ${tables.map((table) => `(select count(*)::int from ${table}) as ${table}`).join(", ")}`,
  );

async function send(
  method: string,
  path: string,
  { token }: Person,
  body: string | Uint8Array<ArrayBuffer>,
): Promise<number> {
  const headers = { "content-type": "application/json", authorization: `Bearer ${token}` };
  const answer = await fetch(product.url + path, { method, headers, body });
  await answer.body?.cancel();
  return answer.status;
}

const depth = 100_000;
const bodies: Record<string, string | Uint8Array<ArrayBuffer>> = {
  nothing: "",
  "half of an object": '{"a":',
  "no JSON": "<xml/>",
  null: "null",
  "a number": "1e999",
  "a text": '"drop table users"',
  "an array": "[]",
  "invalid UTF-8": new Uint8Array([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xff, 0xfe, 0x22, 0x7d]),
  "objects 100,000 deep": `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`,
  "arrays 100,000 deep": `${"[".repeat(depth)}${"]".repeat(depth)}`,
  "more than 1 MB": `{"a":"${"a".repeat(1_100_000)}"}`,
};
/** The hostile values that replace each known field of a call. */
const values: Record<string, unknown> = {
  "U+0000": "a\u0000b",
  "half a character": "a\ud800b",
  "a huge number": 1e308,
  "an array": ["x"],
  "an object": { $ne: null },
  true: true,
  "half a megabyte": "a".repeat(500_000),
};

it("every call with a body rejects hostile bodies with 4xx", async () => {
  const { teacher, student } = people();
  const course = day.courses[0];
  const calls: [string, string, Person, string[]][] = [
    ["POST", "/api/auth/signup", student, ["name", "email", "password"]],
    ["POST", "/api/auth/login", student, ["email", "password"]],
    ["POST", "/api/auth/verify", student, ["email", "code"]],
    ["POST", "/api/auth/register", student, ["role", "name", "country", "timeZone"]],
    ["POST", "/api/courses", teacher, ["title", "description", "price", "level", "schedule"]],
    ["PUT", `/api/courses/${course}`, teacher, ["title", "price", "maxStudents", "status"]],
    ["POST", `/api/enrollment/course/${course}/enroll`, student, ["studentId"]],
    ["PUT", `/api/students/${student.profileId}`, student, ["name", "age", "country"]],
    ["POST", "/api/messages/threads", student, ["courseId"]],
    ["POST", "/api/zoom/meetings", teacher, ["topic", "startTime", "duration", "courseId"]],
  ];
  const before = await countRows();
  let sent = 0;
  const expectRefused = async (
    [method, path, who]: [string, string, Person, string[]],
    what: string,
    body: string | Uint8Array<ArrayBuffer>,
  ): Promise<void> => {
    const status = await send(method, path, who, body);
    sent += 1;
    expect(status >= 400 && status < 500, `${method} ${path}, ${what}: ${status}`).toBe(true);
  };
  for (const call of calls) {
    for (const [what, body] of Object.entries(bodies)) await expectRefused(call, what, body);
    for (const [what, value] of Object.entries(values)) {
      const body = Object.fromEntries(call[3].map((field) => [field, value]));
      await expectRefused(call, `${what} in every field`, JSON.stringify(body));
    }
  }
  expect(await countRows()).toEqual(before);
  expect((await product.call("GET", "/readyz")).status).toBe(200);
  expect(product.output()).toBe("");
  report({
    fault: `hostile bodies (${[...Object.keys(bodies), ...Object.keys(values)].join(", ")}) to ${calls.length} calls`,
    times: `${sent} requests`,
    found: "all 4xx, no row more or less, no error in the log",
  });
});

it("nobody can set a price, a role or a payment through a request body", async () => {
  const { student } = people();
  const [paid] = day.courses;
  const forgedFields = { price: 0, amount: 1, currency: "jpy", status: "enrolled", teacherId: "x" };
  const answer = await product.call("POST", `/api/enrollment/course/${paid}/enroll`, {
    token: student.token,
    body: { studentId: student.profileId, ...forgedFields },
  });
  expect(answer.status).toBe(201);
  const { body: ledger } = await product.sandbox("GET", "/ledger");
  expect(ledger.sessions).toMatchObject([{ amount_total: 2000, currency: "usd", status: "open" }]);
  const [row] = await ask<{ status: string }>(product, "select status from enrolments");
  expect(row?.status).toBe("held");
  report({
    fault: `an enrollment that names its own ${Object.keys(forgedFields).join(", ")}`,
    times: "1",
    found: "the seat is held at the course's own price",
  });
});

it("hostile uploads are rejected with 4xx and leave no file", async () => {
  const { student } = people();
  const drawing = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  const whole = await sharp({
    create: { width: 400, height: 400, channels: 3, background: "#0a5" },
  })
    .png()
    .toBuffer();
  const pngStart = Buffer.from("89504e470d0a1a0a", "hex");
  const files: Record<string, Buffer> = {
    "an SVG": Buffer.from(drawing),
    "a packed SVG": gzipSync(drawing),
    "an SVG that begins like a PNG": Buffer.concat([pngStart, Buffer.from(drawing)]),
    "a page that begins like a GIF": Buffer.from("GIF89a/*<script>alert(1)</script>*/=1"),
    "a PDF": Buffer.from("%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj"),
    "a program": Buffer.concat([Buffer.from("7f454c46", "hex"), Buffer.alloc(2_000)]),
    "a picture without its end": whole.subarray(0, 90),
    "a picture of 144 million pixels": drawPixelBomb(12_000, 12_000),
    nothing: Buffer.alloc(0),
    "more than 5 MB": Buffer.alloc(5 * 1024 * 1024 + 1),
  };
  const folder = join(product.dataDir, "uploads");
  const list = () => readdir(folder, { recursive: true }).catch(() => []);
  const before = [await list(), await countRows()];
  for (const [what, content] of Object.entries(files)) {
    const form = new FormData();
    form.set("file", new Blob([new Uint8Array(content)], { type: "image/png" }), "../../x.png");
    const answer = await fetch(`${product.url}/api/media/upload/single`, {
      method: "POST",
      body: form,
      headers: { authorization: `Bearer ${student.token}` },
    });
    await answer.body?.cancel();
    expect(answer.status, what).toBe(what === "more than 5 MB" ? 413 : 400);
  }
  expect([await list(), await countRows()]).toEqual(before);
  expect((await product.call("GET", "/healthz")).status).toBe(200);
  report({
    fault: `hostile uploads: ${Object.keys(files).join(", ")}`,
    times: `${Object.keys(files).length}`,
    found: "400, too large 413; no file and no row is left",
  });
});
