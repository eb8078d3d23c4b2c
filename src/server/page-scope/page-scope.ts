/**
 * Pages for a logged-in user. Each is rendered in its own scope (`#lib/page-scope.ts`), which holds
 * the data that the page has read on behalf of the user, with the same calls and responses as the
 * API.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { type FetchQueryOptions, QueryClient } from "@tanstack/react-query";
import { ApiError } from "#lib/client/api-error.ts";
import { putFailure } from "#lib/client/query-client.ts";
import { readObject } from "#lib/client/readers.ts";
import type { PageData, PageScope } from "#lib/page-scope.ts";
import { findZoneCookie, readZoneCookie } from "#lib/time/zone-cookie.ts";
import { findReadersZone } from "#lib/time/zone-question.ts";
import { describeActor, issueAccessToken } from "../accounts/sessions/access-token.ts";
import type { SessionActor } from "../accounts/sessions/session-actor.ts";
import type { CookieUser } from "../accounts/sessions/session-cookie.ts";
import { createApp } from "../app.ts";
import type { Context } from "../context.ts";
import { provideScopeOfPage } from "../email-scope.ts";
import type { AppEnv } from "../http/app-env.ts";

/** A query created by one of the `…Options()` functions in `src/lib/<noun>/<noun>.queries.ts`. */
// biome-ignore lint/suspicious/noExplicitAny: queries of all types are read in the same way.
export type PageQuery = FetchQueryOptions<any, Error, any, any>;

/** The page that is being rendered for a user. */
export interface UserPage {
  readonly actor: SessionActor;
  readonly scope: PageScope;
  /**
   * Reads the data that the page's islands show first. Error responses are kept, and the islands
   * show them.
   * @throws errors that aren't API responses, such as a mistake in a query.
   */
  preload(...queries: PageQuery[]): Promise<void>;
  /** The data of a query that was preloaded. */
  find<Data>(query: PageQuery): Data | undefined;
}

const scopes = new AsyncLocalStorage<PageScope>();
provideScopeOfPage(() => scopes.getStore());

const apps = new WeakMap<Context, ReturnType<typeof createApp>>();

function appOf(context: Context): ReturnType<typeof createApp> {
  const app = apps.get(context) ?? createApp(context);
  apps.set(context, app);
  return app;
}

/**
 * Renders a page for the user, whose profile is loaded first.
 * @param address the client's address, for the rate limits of the page's own calls.
 * @param render renders the page. Its response body is read to the end within the scope.
 */
export async function renderForUser(
  context: Context,
  { actor, request, address, zone }: PageUser,
  render: (page: UserPage) => Promise<Response>,
): Promise<Response> {
  const page = await openPage(context, { actor, request, address, ...(zone && { zone }) });
  return scopes.run(page.scope, async () => {
    const response = await render(page);
    // Islands are rendered while the body is read, which has to happen within the scope.
    const body = response.body === null ? null : await response.arrayBuffer();
    return new Response(body, response);
  });
}

/** For whom a page is rendered. */
export interface PageUser {
  actor: CookieUser;
  request: Request;
  address: string;
  /** The zone of a page that isn't rendered for the browser of the request. */
  zone?: string;
}

async function openPage(
  context: Context,
  { actor, request, address, zone }: PageUser,
): Promise<UserPage> {
  const { pathname, search } = new URL(request.url);
  const cookies = request.headers.get("cookie");
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const data: PageData = {
    renderedAt: Date.now(),
    accessToken:
      actor.view === undefined ? await issueAccessToken(context, actor) : describeActor(actor),
    isRefreshDue: actor.isRefreshDue,
    answers: [],
    failures: [],
    zone: zone ?? findZoneCookie(cookies) ?? null,
    reportedZone: readZoneCookie(cookies) ?? null,
  };
  const app = appOf(context);
  const env: AppEnv["Bindings"] = { page: { actor, address } };
  const scope: PageScope = {
    data,
    location: { pathname, search },
    queryCache: client.getQueryCache(),
    send: async (path, init) => app.fetch(new Request(new URL(path, request.url), init), env),
  };
  const read = async ({ queryKey, ...options }: PageQuery) => {
    try {
      data.answers.push({ queryKey, data: await client.fetchQuery({ queryKey, ...options }) });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const { message, status } = error;
      data.failures.push({ queryKey, message, status });
      putFailure(client, queryKey, error);
    }
  };
  const profile = await readProfile(scope, actor);
  if (profile !== undefined) data.profile = profile;
  data.zone = findShownZone(data, cookies);
  return {
    actor,
    scope,
    async preload(...queries) {
      await scopes.run(scope, () => Promise.all(queries.map(read)));
    },
    find: ({ queryKey }) => client.getQueryData(queryKey),
  };
}

/** Null until the browser has reported its zone. */
function findShownZone({ zone, profile }: PageData, cookies: string | null): string | null {
  const own = profile && readObject<{ timeZone?: string }>(profile)?.timeZone;
  return zone && (findReadersZone(cookies, own || undefined, zone) ?? zone);
}

/** The profile from the API; null if the user has none, undefined if the API didn't respond. */
async function readProfile(
  { send, data }: PageScope,
  { userId, profile }: SessionActor,
): Promise<PageData["profile"]> {
  if (!profile || !send) return null;
  const headers = { Authorization: `Bearer ${data.accessToken}` };
  const answer = await send(`/api/users/authUser/${userId}`, { headers });
  return answer.ok ? answer.json() : undefined;
}
