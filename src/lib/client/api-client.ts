/** API calls on behalf of the logged-in user. */
import { generalMessages } from "../general-messages.ts";
import { findPageScope } from "../page-scope.ts";
import { ApiError } from "./api-error.ts";
import { type ApiBody, type ApiRequest, openEvents, sendRequest } from "./http.ts";
import { freshToken, refreshSession } from "./session/session-refresh.ts";

const withBearer = (request: ApiRequest, token: string): ApiRequest => ({
  ...request,
  headers: { ...request.headers, Authorization: `Bearer ${token}` },
});

/**
 * Sends the request with the access token. If the token is rejected, the token is refreshed and the
 * request repeated once.
 * @param needed the error message if nobody is logged in.
 * @throws ApiError, with status 401 if nobody is logged in.
 */
export async function callApi(
  path: string,
  request: ApiRequest = {},
  needed: string = generalMessages.unauthenticated,
): Promise<ApiBody> {
  const scope = findPageScope();
  if (scope?.send) return sendRequest(path, withBearer(request, scope.data.accessToken));
  return withToken((token) => sendRequest(path, withBearer(request, token)), needed);
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
  return withToken((token) => openEvents(path, { Authorization: `Bearer ${token}` }, signal));
}

async function withToken<T>(
  send: (token: string) => Promise<T>,
  needed: string = generalMessages.unauthenticated,
): Promise<T> {
  const token = await freshToken();
  if (!token) throw new ApiError(needed, 401);
  try {
    return await send(token);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
    const session = await refreshSession();
    if (session.status !== "signed-in") throw error;
    return send(session.accessToken);
  }
}
