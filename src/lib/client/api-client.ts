/** API calls on behalf of the logged-in user. */
import { generalMessages } from "../general-messages.ts";
import { findPageScope } from "../page-scope.ts";
import { ApiError } from "./api-error.ts";
import { type ApiBody, type ApiRequest, openEvents, sendRequest } from "./http.ts";
import { readAccessToken } from "./session/access-token.ts";
import { $session } from "./session/session.store.ts";
import { freshToken, refreshSession } from "./session/session-refresh.ts";

const withBearer = (request: ApiRequest, token: string): ApiRequest => ({
  ...request,
  headers: { ...request.headers, Authorization: `Bearer ${token}` },
});

/** A request with the ID of the user whose data it contains, by default the logged-in user. */
interface OwnedRequest extends ApiRequest {
  owner?: string;
}

/**
 * Sends the request with the access token. If the token is rejected, the token is refreshed and the
 * request repeated once. Another person may have logged in with the same browser, so the request is
 * sent only with tokens of the user on whose behalf it was made.
 * @param needed the error message if nobody is logged in.
 * @throws ApiError, with status 401 if nobody or another person is logged in.
 */
export async function callApi(
  path: string,
  { owner = findUser(), ...request }: OwnedRequest = {},
  needed: string = generalMessages.unauthenticated,
): Promise<ApiBody> {
  const scope = findPageScope();
  if (scope?.send) return sendRequest(path, withBearer(request, scope.data.accessToken));
  return withToken((token) => sendRequest(path, withBearer(request, token)), owner, needed);
}

/**
 * Opens a stream of server-sent events with the access token. Unlike `EventSource`, this works where
 * cookies are blocked, such as in a frame of another site.
 * @param path is relative to /api.
 * @throws ApiError, with status 401 if nobody is logged in.
 */
export function openApiEvents(
  path: string,
  signal: AbortSignal,
): Promise<ReadableStream<Uint8Array>> {
  return withToken(
    (token) => openEvents(path, { Authorization: `Bearer ${token}` }, signal),
    findUser(),
  );
}

async function withToken<T>(
  send: (token: string) => Promise<T>,
  owner: string | undefined,
  needed: string = generalMessages.unauthenticated,
): Promise<T> {
  const token = await freshToken();
  if (!token || !isTokenOf(owner, token)) throw new ApiError(needed, 401);
  try {
    return await send(token);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
    const session = await refreshSession();
    if (session.status !== "signed-in" || !isTokenOf(owner, session.accessToken)) throw error;
    return send(session.accessToken);
  }
}

/** The ID of the logged-in user, if it is known who that is. */
export function findUser(): string | undefined {
  const session = $session.get();
  return session.status === "signed-in" ? session.user.id : undefined;
}

/** Without an owner, the request is made for the person who turns out to be logged in. */
function isTokenOf(owner: string | undefined, token: string): boolean {
  return owner === undefined || readAccessToken(token)?.user.id === owner;
}
