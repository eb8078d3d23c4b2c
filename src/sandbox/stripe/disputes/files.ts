// Files that platforms upload as evidence in disputes.
import type { Stripe } from "stripe";
import * as z from "zod/mini";
import type { StripeContext } from "../context.ts";
import { invalidParam, noSuch, StripeError } from "../http/errors.ts";
import { integer, text } from "../http/params.ts";
import { newId, nowInSeconds } from "../ids.ts";

/** Stripe's limits for one file of evidence, and for all files of a dispute together. */
const MAX_FILE_BYTES = 5 * 1024 * 1024;
const MAX_EVIDENCE_BYTES = 4.5 * 1024 * 1024;

/** The types that Stripe accepts as evidence, which it recognizes by the content. */
const TYPES = [
  { type: "pdf", start: "25504446" },
  { type: "jpg", start: "ffd8ff" },
  { type: "png", start: "89504e470d0a1a0a" },
];

/** Further purposes for which platforms can upload files. The sandbox doesn't simulate them. */
const OTHER_PURPOSES = [
  "account_requirement",
  "additional_verification",
  "business_icon",
  "business_logo",
  "customer_signature",
  "identity_document",
  "issuing_regulatory_reporting",
  "pci_document",
  "platform_terms_of_service",
  "tax_document_user_upload",
];

/** The fields of evidence that take the ID of a file. */
export const FILE_FIELDS = [
  "cancellation_policy",
  "customer_communication",
  "customer_signature",
  "duplicate_charge_documentation",
  "receipt",
  "refund_policy",
  "service_documentation",
  "shipping_documentation",
  "uncategorized_file",
] as const;

export const createFileParams = z.strictObject({
  purpose: text,
  file: z.strictObject({ filename: z.string(), size: integer, hash: text, start: z.string() }),
});

export function createFile(
  { store }: StripeContext,
  { purpose, file }: z.output<typeof createFileParams>,
): Stripe.File {
  if (OTHER_PURPOSES.includes(purpose)) {
    throw invalidParam("purpose", `The sandbox doesn't simulate files for '${purpose}'.`);
  }
  if (purpose !== "dispute_evidence") {
    const known = [...OTHER_PURPOSES, "dispute_evidence"].join(", ");
    throw invalidParam("purpose", `Invalid purpose: must be one of ${known}`);
  }
  if (file.size === 0) throw invalidParam("file", "The file is empty.");
  if (file.size > MAX_FILE_BYTES) {
    throw invalidParam("file", `The file is larger than ${MAX_FILE_BYTES} bytes.`);
  }
  const found = TYPES.find(({ start }) => file.start.startsWith(start));
  if (!found) {
    throw invalidParam("file", "The file must be a PDF, JPEG or PNG for 'dispute_evidence'.");
  }
  const id = newId("file");
  return store.files.put(id, {
    id,
    object: "file",
    created: nowInSeconds(),
    expires_at: null,
    filename: file.filename,
    links: null,
    purpose,
    size: file.size,
    title: null,
    type: found.type,
    url: null,
  });
}

/** Checks the files of a dispute's evidence. */
export function requireFiles(
  { store }: StripeContext,
  evidence: Readonly<Record<string, string | undefined>>,
): void {
  const sizes = FILE_FIELDS.flatMap((field) => {
    const id = evidence[field];
    if (!id) return [];
    const file = store.files.get(id);
    if (!file) throw noSuch("file", id, `evidence[${field}]`);
    return file.size;
  });
  if (sizes.reduce((sum, size) => sum + size, 0) > MAX_EVIDENCE_BYTES) {
    throw new StripeError(400, "The files of the evidence are larger than 4.5 MB together.");
  }
}
