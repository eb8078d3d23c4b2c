/** A teacher's earnings as a CSV file. */
import { earningsQuery } from "#lib/earnings/earnings.ts";
import { AppError } from "#lib/errors.ts";
import { readQuery } from "#lib/paging/list-url.ts";
import { localizePath } from "#lib/site/locale.ts";
import { getLanguage, runWithLanguage } from "#translations/runtime.node.ts";
import { getTexts } from "#translations/translate.ts";
import { findSession } from "../accounts/sessions/session-cookie.ts";
import { type Actor, requireTeacher } from "../actor.ts";
import { type Context, getContext } from "../context.ts";
import { toStream } from "../http/text-stream.ts";
import { isProviderFailure, withinDeadline } from "../providers/stripe/failures.ts";
import { readAllEarnings, readScope } from "./earnings.ts";
import { writeEarnings } from "./earnings-file.ts";

const t = getTexts("earnings");

/** Serves the export, authenticated by the session cookie. Redirects everyone except teachers. */
export async function downloadEarnings(request: Request): Promise<Response> {
  const context = getContext();
  const actor = await findSession(context, request.headers.get("cookie"));
  if (actor?.profile?.role !== "teacher") {
    return new Response(null, { status: 302, headers: { location: localizePath("/dashboard") } });
  }
  return exportEarnings(context, actor, new URL(request.url).searchParams);
}

/**
 * Streams the file while reading the provider's report. A partial file would look complete, so
 * nothing is sent if the provider is unavailable at the start, and the download fails if the
 * provider becomes unavailable later.
 */
export async function exportEarnings(
  context: Context,
  actor: Actor,
  parameters: URLSearchParams,
): Promise<Response> {
  const query = readQuery(earningsQuery, parameters);
  const { timeZone } = await readScope(context, requireTeacher(actor), query);
  const pieces = readAllEarnings(context, actor, query);
  try {
    // The stream continues outside of the request, without its language.
    const language = getLanguage();
    const write = (...piece: Parameters<typeof writeEarnings>) =>
      runWithLanguage(language, () => writeEarnings(...piece));
    const first = await withinDeadline(t("server.away"), () => pieces.next());
    const text = (async function* () {
      yield write(first.value ?? [], timeZone, { isFirst: true });
      for await (const piece of pieces) yield write(piece, timeZone);
    })();
    return new Response(toStream(text), {
      headers: {
        "content-type": "text/csv; charset=utf-8",
        "content-disposition": 'attachment; filename="earnings.csv"',
        "cache-control": "no-store",
      },
    });
  } catch (error) {
    const headers = { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" };
    if (error instanceof AppError && error.code === "rate_limited") {
      const wait = { "retry-after": String(error.retryAfter) };
      return new Response(error.message, {
        status: error.status,
        headers: { ...headers, ...wait },
      });
    }
    if (!isProviderFailure(error)) throw error;
    context.log.warn({ err: error }, "Earnings can't be exported now");
    return new Response(t("server.away"), { status: 503, headers });
  }
}
