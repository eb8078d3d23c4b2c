import { expect, test } from "vitest";
import { readMultipart } from "#server/http/bodies/multipart.ts";

const part = (name: string, value: string) =>
  `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const formOf = (body: string, type = "multipart/form-data; boundary=b") =>
  readMultipart(
    new Request("http://site.example/", {
      method: "POST",
      headers: { "content-type": type },
      body: new TextEncoder().encode(`${body}--b--\r\n`),
    }),
  );

test.for(["multipart/form-data; boundary=b", 'multipart/form-data;boundary="b"'])(
  "a form of the type %s is parsed with its file",
  async (type) => {
    const file = `--b\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n\x00\r\n--\r\n\r\n`;
    const form = await formOf(part("name", "María") + file, type);
    expect(form.get("name")).toBe("María");
    expect(form.get("file")).toMatchObject({ name: "a.png", size: 7 });
  },
);

const longHeader = `--b\r\nContent-Disposition: form-data; name="a"\r\n${"x: y\r\n".repeat(1_000)}`;
test.for([
  ["many parts", part("a", "").repeat(21), undefined],
  ["a long part header", `${longHeader}\r\n\r\n`, undefined],
  ["no boundary", part("a", "b"), "multipart/form-data"],
  ["two boundaries", part("a", "b"), "multipart/form-data; boundary=x; boundary=b"],
  ["an escaped boundary", part("a", "b"), 'multipart/form-data; boundary="\\b"'],
] as const)("a form with %s is rejected", async ([, body, type]) => {
  await expect(formOf(body, type)).rejects.toMatchObject({
    code: "invalid_input",
    message: "The form could not be read.",
  });
});
