import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { AppError } from "#lib/errors.ts";
import { requiredLine } from "#lib/text/text-schemas.ts";
import { isSameOrigin } from "#server/accounts/sessions/same-origin.ts";
import { readFileForm, readForm } from "#server/http/bodies/form-body.ts";
import { takeForm } from "#server/http/bodies/take-form.ts";
import { findClientAddress } from "#server/http/client-address.ts";

function formRequest(
  body: string | Uint8Array<ArrayBuffer>,
  type = "application/x-www-form-urlencoded",
) {
  const headers = { "content-type": type };
  return new Request("http://site.example/", { method: "POST", headers, body });
}

const schema = z.object({ name: requiredLine(10, "Name is required.") });
const work = async () => {};

test("a form is parsed as browsers encode it", async () => {
  const fields = await readForm(formRequest("name=Mar%C3%ADa+N&text=a%0D%0Ab&name=second&empty="));
  expect(fields).toEqual({ name: "María N", text: "a\nb", empty: "" });
});

test("field names cannot reach the object's prototype", async () => {
  const fields = await readForm(formRequest("__proto__=x&constructor=y"));
  expect(Object.getPrototypeOf(fields)).toBe(Object.prototype);
  expect(Object.keys(fields)).toEqual(["__proto__", "constructor"]);
});

test.for([
  ["name=%FF", "invalid_input"],
  ["name=%zz", "invalid_input"],
  [new Uint8Array([0x61, 0x3d, 0xff]), "invalid_input"],
] as const)("%j is not a form", async ([body, code]) => {
  await expect(readForm(formRequest(body))).rejects.toMatchObject({ code });
});

test.for(["text/plain", "multipart/form-data; boundary=a", "application/json"])(
  "a body of the type %s is rejected",
  async (type) => {
    await expect(readForm(formRequest("a=b", type))).rejects.toMatchObject({
      code: "unsupported_media",
    });
  },
);

/** A multipart request with these parts and the boundary `XXXX`. */
function partsRequest(parts: (string | Uint8Array)[], type = "multipart/form-data; boundary=XXXX") {
  const body = Buffer.concat([
    ...parts.flatMap((part) => [Buffer.from("--XXXX\r\n"), Buffer.from(part), Buffer.from("\r\n")]),
    Buffer.from("--XXXX--\r\n"),
  ]);
  return formRequest(new Uint8Array(body), type);
}
const textPart = (name: string, value: string) =>
  `Content-Disposition: form-data; name="${name}"\r\n\r\n${value}`;
const filePart = (name: string, filename: string, content: string) =>
  `Content-Disposition: form-data; name="${name}"; filename="${filename}"\r\nContent-Type: image/png\r\n\r\n${content}`;

test.for([
  ["a long field", `name=${"+".repeat(200_000)}`, "too_large"],
  ["many fields", Array.from({ length: 60 }, (_, i) => `k${i}=1`).join("&"), "invalid_input"],
  ["separators only", "&".repeat(100_000), "invalid_input"],
] as const)("a form that is expensive to parse is rejected: %s", async ([, body, code]) => {
  await expect(readForm(formRequest(body))).rejects.toMatchObject({ code });
});

test("the longest allowed message is accepted in any script", async () => {
  const text = "𞤀".repeat(5_000);
  expect(await readForm(formRequest(`text=${encodeURIComponent(text)}`))).toEqual({ text });
});

test("a form with a file cannot contain megabytes of text", async () => {
  const request = partsRequest([textPart("message", "a ".repeat(200_000))]);
  await expect(readFileForm(request, "picture")).rejects.toMatchObject({ code: "too_large" });
});

test("a form with a file is parsed as browsers encode it", async () => {
  const request = partsRequest([
    textPart("name", "María"),
    textPart("name", "second"),
    textPart("text", "a\r\nb �"),
    filePart("other", "x.png", "not read"),
    filePart("picture", "a.png", "first"),
    filePart("picture", "b.png", "second"),
  ]);
  const { fields, file } = await readFileForm(request, "picture");
  expect(fields).toEqual({ name: "María", text: "a\nb �" });
  expect(Buffer.from(file ?? []).toString()).toBe("first");
});

test("a form whose file was not chosen has no file", async () => {
  const chosen = await readFileForm(partsRequest([filePart("picture", "", "")]), "picture");
  expect(chosen.file).toBeUndefined();
  expect(await readFileForm(formRequest("name=Sara"), "picture")).toEqual({
    fields: { name: "Sara" },
    file: undefined,
  });
});

test.for([
  ["bytes that are not UTF-8", [Buffer.from([...Buffer.from(textPart("a", "")), 0xff])]],
  ["thousands of parts", Array<string>(3_000).fill(textPart("a", "b"))],
  ["no parts", ["nothing"]],
] as const)("a form with a file is rejected for %s", async ([, parts]) => {
  await expect(readFileForm(partsRequest([...parts]), "picture")).rejects.toMatchObject({
    code: "invalid_input",
  });
});

test("an ambiguous multipart boundary is rejected", async () => {
  const request = partsRequest(
    [textPart("a", "b")],
    'multipart/form-data; boundary="a";boundary=b',
  );
  await expect(readFileForm(request, "picture")).rejects.toMatchObject({
    code: "invalid_input",
  });
});

test("a valid form is passed on once", async () => {
  const inputs: unknown[] = [];
  const taken = await takeForm(formRequest("name=+Sara+&other=1"), schema, async (input) => {
    inputs.push(input);
  });
  expect(taken).toBe("done");
  expect(inputs).toEqual([{ name: "Sara" }]);
});

test("an invalid form comes back with the typed text and the errors", async () => {
  expect(await takeForm(formRequest("name=+&other=1"), schema, work)).toEqual({
    status: 400,
    values: { name: " ", other: "1" },
    errors: { name: "Name is required." },
    problem: undefined,
    retryAfter: undefined,
  });
});

test.for([
  ["a field of the form", "name=Sa%00ra"],
  ["an ID", "name=Sara&id=crs_%00"],
  ["the beginning of a field", "name=%00"],
] as const)("text that the database can't store is rejected in %s", async ([, body]) => {
  const ids = z.object({ name: z.string(), id: z.optional(z.string()) });
  const taken = await takeForm(formRequest(body), ids, () => Promise.reject(new Error("stored")));
  const [field, value] = [...new URLSearchParams(body)].at(-1) ?? [];
  expect(taken).toMatchObject({
    status: 400,
    values: { [String(field)]: value },
    errors: {},
    problem: "This contains characters that can't be saved. Please remove them.",
  });
});

test("a rejected form comes back with the reason and the typed text", async () => {
  const refuse = async () => {
    throw new AppError("rate_limited", "Too many attempts.", { retryAfter: 60 });
  };
  expect(await takeForm(formRequest("name=Sara"), schema, refuse)).toEqual({
    status: 429,
    values: { name: "Sara" },
    errors: {},
    problem: "Too many attempts.",
    retryAfter: 60,
  });
});

describe.each([
  ["without a file", undefined],
  ["with a file", "picture"],
])("a form %s that is over a limit", (_, fileField) => {
  const admit = async () => {
    throw new AppError("rate_limited", "Too many forms.", { retryAfter: 60 });
  };

  test.for([
    ["small", "9"],
    ["large", "1048576"],
    ["of unknown size", undefined],
  ] as const)("is not read if it is %s, and comes back with advice", async ([, length]) => {
    const request = formRequest("name=Sara");
    if (length !== undefined) request.headers.set("content-length", length);
    expect(await takeForm(request, schema, work, { fileField, admit })).toMatchObject({
      status: 429,
      values: {},
      problem: expect.stringMatching(/^Too many forms\. .*Back button\.$/),
      retryAfter: 60,
    });
    expect(request.bodyUsed).toBe(false);
  });
});

test("a form that cannot be counted while the database is unavailable keeps its typed text", async () => {
  const admit = () => Promise.reject(Object.assign(new Error("gone"), { code: "ECONNREFUSED" }));
  const request = formRequest("name=Sara");
  request.headers.set("content-length", "9");
  expect(await takeForm(request, schema, work, { admit })).toMatchObject({
    status: 503,
    values: { name: "Sara" },
  });
});

test("no typed text is lost while the database is unavailable", async () => {
  const fail = () => Promise.reject(Object.assign(new Error("gone"), { code: "ECONNREFUSED" }));
  const form = await takeForm(formRequest("name=Sara"), schema, fail);
  expect(form).toMatchObject({ status: 503, values: { name: "Sara" }, retryAfter: 2 });
});

test("an unexpected error is not hidden", async () => {
  const fail = () => Promise.reject(new Error("an internal error"));
  await expect(takeForm(formRequest("name=Sara"), schema, fail)).rejects.toThrow(
    "an internal error",
  );
});

test.for([
  [{ origin: "https://site.example" }, true],
  [{ origin: "https://site.example", "sec-fetch-site": "same-origin" }, true],
  [{ origin: "https://evil.example" }, false],
  [{ origin: "null" }, false],
  [{ origin: "https://site.example", "sec-fetch-site": "cross-site" }, false],
  [{ "sec-fetch-site": "same-origin" }, true],
  [{ "sec-fetch-site": "none" }, false],
  [{}, undefined],
] as const)("a request with the headers %j is same-origin: %s", ([headers, here]) => {
  const config = { ownOrigins: ["https://site.example"] };
  expect(isSameOrigin(config, new Headers(headers))).toBe(here);
});

test.for([
  [0, "203.0.113.1"],
  [1, "198.51.100.2"],
  [2, "198.51.100.1"],
  [3, "203.0.113.1"],
] as const)("behind %i proxies the client address is %s", ([proxies, address]) => {
  const forwarded = "198.51.100.1, 198.51.100.2";
  expect(findClientAddress("203.0.113.1", forwarded, proxies)).toBe(address);
});

test.for([
  ["198.51.100.2:567", "198.51.100.2"],
  ["198.51.100.2", "198.51.100.2"],
  ['"198.51.100.2:80"', "198.51.100.2"],
  ["[2001:db8:1:2::7]:80", "2001:db8:1:2::/64"],
  ["[2001:DB8:1:2::8]", "2001:db8:1:2::/64"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:0db8:0001:0002::9", "2001:db8:1:2::/64"],
  ["::ffff:198.51.100.2", "198.51.100.2"],
  ["[::ffff:c633:6402]:443", "198.51.100.2"],
  ["0:0:0:0:0:ffff:198.51.100.2", "198.51.100.2"],
  ["::1", "0:0:0:0::/64"],
  ["unknown", "203.0.113.1"],
  ["_hidden:80", "203.0.113.1"],
  ["1.2.3.4.5:1", "203.0.113.1"],
  ["[::1", "203.0.113.1"],
] as const)("a proxy that forwards %s results in the client address %s", ([entry, address]) => {
  expect(findClientAddress("203.0.113.1", `192.0.2.9, ${entry}`, 1)).toBe(address);
});
