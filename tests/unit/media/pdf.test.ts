import { deflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { drawCertificate } from "#server/demo/demo-documents.ts";
import { isPassivePdf } from "#server/media/pdf.ts";

const plain = drawCertificate(["Certificate (copy) of 2014", "Ijazah \\ Hafs"]);

/** The file with another object before its end. */
const withObject = (object: Buffer | string): Buffer =>
  Buffer.concat([
    plain.subarray(0, plain.indexOf("xref")),
    Buffer.from("9 0 obj\n"),
    Buffer.from(object),
    Buffer.from("\nendobj\n"),
    plain.subarray(plain.indexOf("xref")),
  ]);

const objectStream = (content: string, dictionary = "/Filter /FlateDecode") =>
  Buffer.concat([
    Buffer.from(`<< /Type /ObjStm /N 1 /First 4 ${dictionary} >>\nstream\n`),
    deflateSync(content),
    Buffer.from("\nendstream"),
  ]);

const script = "9 0 << /S /JavaScript /JS (x) >>";

/** A compressed stream with a dictionary that starts with this text. */
const untyped = (dictionary: string, content = script): Buffer =>
  Buffer.concat([
    Buffer.from(`${dictionary} /Filter /FlateDecode >>\nstream\n`),
    deflateSync(content),
    Buffer.from("\nendstream"),
  ]);
/** Contains the keyword that ends a stream, before the script. */
const storedWithEnd = deflateSync(`9 0 /endstream ${" ".repeat(50)}`, { level: 0 });

describe("a PDF file", () => {
  it("is accepted if it contains only text, even with compressed objects and random bytes", () => {
    expect(isPassivePdf(plain)).toBe(true);
    expect(isPassivePdf(withObject(objectStream("9 0 << /Type /Font >>")))).toBe(true);
    const profile = untyped("<< /N 3 /Alternate /DeviceRGB", "\u0001 a color profile \u0002");
    expect(isPassivePdf(withObject(profile))).toBe(true);
    const stored = "<< /N 3 >>\nstream\n\u0001 a color profile \u0002\nendstream";
    expect(isPassivePdf(withObject(stored))).toBe(true);
    const outline = "<< /Title (Part \\(1) /First 5 0 R /Last 6 0 R /Count 2 >>";
    expect(isPassivePdf(withObject(outline))).toBe(true);
    const button = "<< /AP << /N 5 0 R >> /MK << /CA (>>) >> >>";
    expect(isPassivePdf(withObject(button))).toBe(true);
    const picture = "<< /Subtype /Image >>\nstream\n/JS /AA /3D \u0001\u0002\nendstream";
    expect(isPassivePdf(withObject(picture))).toBe(true);
  });

  it.each([
    ["a script", "<< /S /JavaScript /JS (app.alert(1)) >>"],
    ["a script whose name is written in codes", "<< /S /J#61vaScrip#74 /JS (x) >>"],
    ["a program", "<< /S /Launch /F (cmd.exe) >>"],
    ["an attachment", "<< /Type /EmbeddedFile >>"],
    ["a form that sends data", "<< /S /SubmitForm /F (https://example.org) >>"],
    ["a dynamic form", "<< /AcroForm << /XFA [] >> >>"],
    ["media", "<< /Subtype /RichMedia >>"],
    ["encryption", "<< /Encrypt 8 0 R >>"],
    ["a script in a compressed object", objectStream("9 0 << /S /JavaScript /JS (x) >>")],
    [
      "a compressed object whose names are written in codes",
      Buffer.from(
        objectStream("9 0 << /S /JavaScript >>", "/F#69lter /FlateDecode")
          .toString("latin1")
          .replace("/ObjStm", "/O#62jStm"),
        "latin1",
      ),
    ],
    [
      "an object that is compressed twice",
      objectStream("x", "/Filter [/FlateDecode /ASCIIHexDecode]"),
    ],
    [
      "an object behind a predictor",
      objectStream("x", "/Filter /FlateDecode /DecodeParms << /Predictor 12 >>"),
    ],
    [
      "an object that isn't compressed as it says",
      "<< /Type /ObjStm /Filter /FlateDecode >>\nstream\nno\nendstream",
    ],
    ["an object without an end", "<< /Type /ObjStm >>\nstream\nno"],
    ["a script whose name ends with the character 0", "<< /S /JavaScript\0/JS (x) >>"],
    [
      "an object whose filter is named before a false beginning",
      objectStream(script, "")
        .toString("latin1")
        .replace("/Type", "/Filter /LZWDecode /X (obj) /Type"),
    ],
    [
      "an object whose filter is named before a comment with a false beginning",
      objectStream(script, "")
        .toString("latin1")
        .replace("/Type", "/Filter /LZWDecode %9 0 obj<<\n/Type"),
    ],
    [
      "an object whose filter is named after a false end of its dictionary",
      objectStream(script, "/A <<>>\nstream\n/Filter /FlateDecode"),
    ],
    ["an object with two filters", objectStream(script, "/Filter /FlateDecode /Filter /LZWDecode")],
    [
      "an object whose parameters are elsewhere",
      objectStream(script, "/Filter /FlateDecode /DecodeParms 8 0 R"),
    ],
    ["a script in a stream that doesn't say what it contains", untyped("<< /N 1 /First 4")],
    ["a script in a stream whose keys are written in codes", untyped("<< /#4e 1 /F#69rst 4")],
    ["a script in a stream with a wrong type", untyped("<< /Type /Metadata /N 1 /First 4")],
    ["a script in a stream without the position of the first object", untyped("<< /N 1")],
    [
      "a script behind a string with brackets",
      untyped("<< /N 1 /First 4 /X (>> endobj \\) stream)"),
    ],
    [
      "a script behind a string with another object",
      untyped("<< /N 1 /X (\n5 0 obj\n<<) /First 4"),
    ],
    ["a script behind a string of codes with brackets", untyped("<< /N 1 /First 4 /X <0<<0>")],
    ["a script behind a comment with brackets", untyped("%x\n<< /N 1 %>> endobj\n/First 4")],
    ["a script behind a long dictionary", untyped(`<< /N 1 /X [${"0 ".repeat(5_000)}] /First 4`)],
    [
      "a script in a stream whose filter has a short name",
      `<< /N 1 /First 4 /F /AHx >>\nstream\n${Buffer.from(script).toString("hex")}>\nendstream`,
    ],
    [
      "an object whose compressed bytes contain a false end",
      Buffer.from(
        `<< /Type /ObjStm /Filter /FlateDecode >>\nstream\n${storedWithEnd.toString("latin1")}\nendstream`,
        "latin1",
      ),
    ],
  ])("is refused with %s", (_, object) => {
    expect(isPassivePdf(withObject(object))).toBe(false);
  });

  it("is refused if its objects are too large when they are decompressed", () => {
    const large = objectStream(" ".repeat(21 * 1024 * 1024));
    expect(large.length).toBeLessThan(100_000);
    expect(isPassivePdf(withObject(large))).toBe(false);
  });

  it("is read within a moment, whatever it contains", () => {
    const names = "/a".repeat(2_400_000);
    const manyStreams = "9 0 obj\n<< /Type /ObjStm >>\n".repeat(2_000);
    const files = [
      withObject(names),
      withObject("obj<<".repeat(900_000)),
      withObject("obj<<(".repeat(700_000)),
      withObject(`${"obj<<<".repeat(300_000)}${" ".repeat(2_000_000)}>`),
      withObject(`${"obj ".repeat(300_000)}${" ".repeat(3_000_000)}<<`),
      withObject("obj%".repeat(1_000_000)),
      withObject(`obj${"%\n".repeat(2_000_000)}<<`),
      withObject(`obj<<${"/N 1 ".repeat(900_000)}>>stream\n`),
      withObject("1 0 obj<</N 1>>stream\nendstream ".repeat(140_000)),
      withObject(objectStream("/a".repeat(10_000_000))),
      withObject(
        `${manyStreams}${" ".repeat(4_000_000)}stream\n${"/a".repeat(200_000)}\nendstream`,
      ),
      withObject(`${"/ObjStm".repeat(2_000)}${"#".repeat(4_000_000)}stream\nx\nendstream`),
      withObject(`${"obj<<".repeat(800_000)}/ObjStm >>stream\nx\nendstream`),
    ];
    const before = process.cpuUsage();
    for (const file of files) isPassivePdf(file);
    const { user } = process.cpuUsage(before);
    // Listing all names took ten seconds and gigabytes of memory for some of these files.
    expect(user / 1_000_000).toBeLessThan(5);
  });

  it("is refused without its beginning or its end", () => {
    expect(isPassivePdf(plain.subarray(1))).toBe(false);
    expect(isPassivePdf(plain.subarray(0, plain.length - 20))).toBe(false);
    expect(isPassivePdf(Buffer.from("<html>%PDF-1.4\n%%EOF"))).toBe(false);
    expect(isPassivePdf(Buffer.alloc(0))).toBe(false);
  });
});
