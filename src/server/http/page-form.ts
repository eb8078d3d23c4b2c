/** Page forms: applies `takeForm` to the page's request and sets the status. */
import type { AstroGlobal } from "astro";
import type * as z from "zod/mini";
import { getContext } from "../context.ts";
import { blankForm, type FormFile, type FormState, takeForm } from "./bodies/take-form.ts";
import { findPageAddress } from "./client-address.ts";

/**
 * Handles a form that was posted to this page. For other requests, returns a blank form.
 * @param work the use case, which gets the client address for rate limits.
 * @param formFile an optional file field; `admit` gets the same address.
 */
export async function takePageForm<Schema extends z.ZodMiniType>(
  page: Pick<AstroGlobal, "request" | "response" | "clientAddress">,
  schema: Schema,
  work: (input: z.output<Schema>, clientAddress: string) => Promise<void>,
  formFile?: Pick<FormFile, "field"> & { admit(clientAddress: string): Promise<void> },
): Promise<FormState | "done"> {
  const { request, response } = page;
  if (request.method !== "POST") return blankForm;
  const clientAddress = findPageAddress(page, getContext().config.trustProxy);
  const form = await takeForm(
    request,
    schema,
    (input) => work(input, clientAddress),
    formFile && { field: formFile.field, admit: () => formFile.admit(clientAddress) },
  );
  if (form === "done") return form;
  response.status = form.status;
  if (form.retryAfter !== undefined) response.headers.set("Retry-After", String(form.retryAfter));
  return form;
}
