/** API calls on behalf of the logged-in user. */
import { generalMessages } from "../general-messages.ts";
import { findPageScope } from "../page-scope.ts";
import { ApiError } from "./api-error.ts";
import { type ApiBody, type ApiRequest, sendRequest } from "./http.ts";
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
  const token = await freshToken();
  if (!token) throw new ApiError(needed, 401);
  try {
    return await sendRequest(path, withBearer(request, token));
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
    const session = await refreshSession();
    if (session.status !== "signed-in") throw error;
    return sendRequest(path, withBearer(request, session.accessToken));
  }
}
