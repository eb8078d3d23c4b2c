// Files in multipart forms, which only uploads use.
import { createHash } from "node:crypto";
import type { ParamGroup } from "./form.ts";

/** How many bytes of a file are kept, which is enough to recognize its type. */
const START_BYTES = 16;

/**
 * The fields of a form. A file is a group with its name, size, hash and first bytes, because the
 * sandbox doesn't keep contents.
 */
export async function readMultipart(request: Request): Promise<ParamGroup> {
  const fields = Object.create(null) as ParamGroup;
  for (const [name, value] of await request.formData()) {
    fields[name] = typeof value === "string" ? value : await describeFile(value);
  }
  return fields;
}

async function describeFile(file: File): Promise<ParamGroup> {
  const content = Buffer.from(await file.arrayBuffer());
  return {
    filename: file.name,
    size: String(content.length),
    hash: createHash("sha256").update(content).digest("hex"),
    start: content.subarray(0, START_BYTES).toString("hex"),
  };
}
