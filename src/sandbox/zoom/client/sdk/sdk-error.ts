/** An error that the Zoom client returns to the app, with Zoom's own code and text. */
export class SdkError extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }

  get body() {
    return { errorCode: this.code, errorMessage: this.message };
  }
}

/** The client doesn't support the call, or the app hasn't requested it with `config`. */
export function notSupported(): SdkError {
  return new SdkError("80004", "No Permission for this API. [code:80004, reason:app_not_support]");
}

/** Only hosts and co-hosts may do this. */
export function requireRole(): SdkError {
  return new SdkError(
    "80012",
    "No Permission for this API. [code:80012, reason:require_meeting_role]",
  );
}

/** Only people who have added the app may do this. */
export function noGuests(): SdkError {
  return new SdkError("10284", "API is not support in guest mode.");
}
