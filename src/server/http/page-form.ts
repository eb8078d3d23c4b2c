/** Page forms: applies `takeForm` to the page's request and sets the status. */
import type { AstroGlobal } from "astro";
import type * as z from "zod/mini";
import { type Context, getContext } from "../context.ts";
import type { Limit } from "../rate-limits.ts";
import { blankForm, type FormState, takeForm } from "./bodies/take-form.ts";
import { findPageAddress } from "./client-address.ts";

/**
 * Limits forms on all pages together. Each use case also has its own, stricter limits, but they apply
 * only after the form was read. A school of 60 people who log in and enter codes from one address
 * sends about 200.
 */
const formsByAddress: Limit = {
  name: "page-form-ip",
  points: 600,
  duration: 15 * 60,
  blocksInMemory: true,
};

/** Counts a submitted form, on whatever page it is. @throws AppError `rate_limited`. */
export function admitPageForm({ limits }: Context, clientAddress: string): Promise<void> {
  return limits.consume(formsByAddress, clientAddress);
}

interface FileForm {
  /** The field of the file. */
  field: string;
  /** Called before a form is read, because those with a file are large. */
  admit(clientAddress: string): Promise<void>;
}

/**
 * Handles a form that was posted to this page. For other requests, returns a blank form.
 * @param work the use case, which gets the client address for rate limits.
 * @param fileForm for a form with a file; `admit` gets the same address.
 */
export async function takePageForm<Schema extends z.ZodMiniType>(
  page: Pick<AstroGlobal, "request" | "response" | "clientAddress">,
  schema: Schema,
  work: (input: z.output<Schema>, clientAddress: string) => Promise<void>,
  fileForm?: FileForm,
): Promise<FormState | "done"> {
  const { request, response } = page;
  if (request.method !== "POST") return blankForm;
  const context = getContext();
  const clientAddress = findPageAddress(page, context.config.trustProxy);
  const form = await takeForm(request, schema, (input) => work(input, clientAddress), {
    fileField: fileForm?.field,
    admit: async () => {
      await admitPageForm(context, clientAddress);
      await fileForm?.admit(clientAddress);
    },
  });
  if (form === "done") return form;
  response.status = form.status;
  if (form.retryAfter !== undefined) response.headers.set("Retry-After", String(form.retryAfter));
  return form;
}
