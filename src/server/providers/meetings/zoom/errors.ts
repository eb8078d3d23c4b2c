import { MeetingProviderError, type MeetingProviderErrorKind } from "../meeting-provider.ts";

/** The error that calls to Zoom throw. */
export class ZoomError extends MeetingProviderError {
  /** Zoom's own error code, such as 3001. */
  readonly code: number | undefined;

  constructor(
    kind: MeetingProviderErrorKind,
    message: string,
    options: { retryAfter?: number | undefined; code?: number | undefined; cause?: unknown } = {},
  ) {
    super(kind, message, options);
    this.name = "ZoomError";
    this.code = options.code;
  }
}
