import * as z from "zod/mini";
import { legalDocuments } from "./legal-documents.ts";

export const pendingDocumentSchema = z.object({
  document: z.enum(legalDocuments),
  /** The version that applies, such as 2025-04-21. */
  version: z.string(),
  /** The version that the person accepted. */
  accepted: z.string(),
});
export type PendingDocument = z.output<typeof pendingDocumentSchema>;

export const pendingDocumentsSchema = z.array(pendingDocumentSchema);
