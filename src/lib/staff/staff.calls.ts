import { getTexts } from "#translations/staff.ts";
import { callApi } from "../client/api-client.ts";
import { ApiError } from "../client/api-error.ts";
import type { ApiBody, ApiRequest } from "../client/http.ts";
import { goTo } from "../client/navigation.ts";
import { readObject, requireObject } from "../client/readers.ts";
import { findPageScope, pageLocation } from "../page-scope.ts";
import { toHref } from "../paging/list-url.ts";
import type {
  NewAuthenticator,
  PasskeyOptions,
  RecoveryCodes,
  StaffSignIn,
  StaffTableData,
  StaffToday,
} from "./staff.responses.ts";
import { secondFactorField, staffSignInPath } from "./staff.rules.ts";
import type { TableQuery } from "./table-query.ts";

const t = getTexts("staff");

/**
 * Makes a call of the console. If the second factor no longer counts, the browser opens the page on
 * which it is entered.
 * @param path is relative to /api/staff.
 */
export async function callStaff(path: string, request: ApiRequest = {}): Promise<ApiBody> {
  try {
    return await callApi(`/staff${path}`, { fallback: t("table.failed"), ...request });
  } catch (error) {
    const isMissing =
      error instanceof ApiError && error.errors.some(({ field }) => field === secondFactorField);
    if (isMissing && !findPageScope()?.send) {
      const { pathname, search } = pageLocation();
      goTo(toHref(staffSignInPath, { returnTo: pathname + search }));
    }
    throw error;
  }
}

/** One page of a table. @param section its path below /api/staff, such as `/log`. */
export async function fetchTable<Row>(
  section: string,
  query: TableQuery,
): Promise<StaffTableData<Row>> {
  return requireObject<StaffTableData<Row>>(await callStaff(toHref(section, query)));
}

export async function fetchSignIn(): Promise<StaffSignIn> {
  return requireObject<StaffSignIn>(await callStaff("/sign-in"));
}

export async function fetchToday(): Promise<StaffToday> {
  return requireObject<StaffToday>(await callStaff("/today"));
}

const post = (path: string, body?: object) =>
  callStaff(`/sign-in${path}`, {
    method: "POST",
    fallback: t("signIn.failed"),
    ...(body && { body }),
  });

/** Enters a code of the authenticator app or a recovery code. */
export async function sendCode(kind: "code" | "recovery-code", code: string): Promise<void> {
  await post(`/${kind}`, { code });
}

export async function sendPasskey(credential: object): Promise<void> {
  await post("/passkey", { credential });
}

export async function fetchPasskeyOptions(kind: "passkey" | "new-passkey") {
  return requireObject<PasskeyOptions>(await post(`/${kind}-options`)).options;
}

/** @returns the recovery codes, if the person had none. */
export async function addPasskey(credential: object): Promise<string[] | null> {
  return requireObject<RecoveryCodes>(await post("/new-passkey", { credential })).recoveryCodes;
}

/** The last second factor can't be removed. */
export async function removePasskey(id: string): Promise<void> {
  await callStaff(`/sign-in/passkeys/${encodeURIComponent(id)}`, {
    method: "DELETE",
    fallback: t("table.failed"),
  });
}

export async function createAuthenticator(): Promise<NewAuthenticator> {
  return requireObject<NewAuthenticator>(await post("/authenticator"));
}

/** @returns the recovery codes, if the person had none. */
export async function confirmAuthenticator(code: string): Promise<string[] | null> {
  return requireObject<RecoveryCodes>(await post("/authenticator/confirm", { code })).recoveryCodes;
}

export async function renewRecoveryCodes(): Promise<string[]> {
  return readObject<RecoveryCodes>(await post("/recovery-codes"))?.recoveryCodes ?? [];
}

/** Runs a failed background job once more. */
export async function retryJob(id: string): Promise<void> {
  await callStaff(`/today/failed-jobs/${encodeURIComponent(id)}/retry`, {
    method: "POST",
    fallback: t("today.retryFailed"),
  });
}
