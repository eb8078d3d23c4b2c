/**
 * The account forms without scripts: passes a posted form to its use case and determines what the
 * page shows next.
 */
import type { AstroGlobal } from "astro";
import type * as z from "zod/mini";
import type { Posted } from "#islands/accounts/views/posted.ts";
import { findLanding } from "#lib/accounts/page-guards.ts";
import type { Refusal } from "#lib/accounts/refusals.ts";
import { findRole } from "#lib/people/people.options.ts";
import type { AccountFormResult } from "#server/accounts/accounts.form.ts";
import { readUserAgent, type Visitor } from "#server/accounts/visitor.ts";
import { type Context, getContext } from "#server/context.ts";
import { toAppError } from "#server/http/on-error.ts";
import { takePageForm } from "#server/http/page-form.ts";

type AccountPage = Pick<
  AstroGlobal,
  "request" | "response" | "clientAddress" | "url" | "cache" | "redirect"
>;

interface AccountForm<Schema> {
  schema: Schema;
  work: (context: Context, visitor: Visitor, input: z.output<Schema>) => Promise<AccountFormResult>;
  /** The message if the use case rejects the input. */
  explain: (refusal: Refusal) => string;
}

/** What the page shows: the form again, or the form for the code that was sent. */
interface Shown {
  next: "form" | "verify";
  posted: Posted;
}

/** @returns the response if the person is now logged in. */
export async function takeAccountForm<Schema extends z.ZodMiniType>(
  page: AccountPage,
  { schema, work, explain }: AccountForm<Schema>,
): Promise<Shown | Response> {
  const { request, response, url } = page;
  let result: AccountFormResult | undefined;
  let refusal: ReturnType<typeof toAppError>;
  const form = await takePageForm(page, schema, async (input, address) => {
    const { headers } = request;
    const cookies = headers.get("cookie") ?? undefined;
    const visitor = { address, cookies, userAgent: readUserAgent(headers.get("user-agent")) };
    try {
      result = await work(getContext(), visitor, input);
    } catch (error) {
      refusal = toAppError(error);
      throw error;
    }
  });
  if (result?.kind === "signed-in") {
    const headers = new Headers(result.cookies.map((cookie) => ["Set-Cookie", cookie]));
    const { searchParams } = url;
    const proposedRole = findRole(searchParams.get("role"));
    headers.set("Location", findLanding(result.role, searchParams.get("returnTo"), proposedRole));
    return new Response(null, { status: 303, headers });
  }
  if (result) {
    for (const cookie of result.cookies) response.headers.append("Set-Cookie", cookie);
    return {
      next: "verify",
      posted: { values: { email: result.email }, errors: {}, problem: undefined },
    };
  }
  if (form === "done") throw new Error("The form has no result.");
  const { name = "", email = "" } = form.values;
  const problem = refusal ? explain(refusal) : form.problem;
  // A message isn't shown twice.
  const errors = Object.entries(form.errors).filter(([, message]) => message !== problem);
  return {
    next: "form",
    posted: { values: { name, email }, errors: Object.fromEntries(errors), problem },
  };
}
