import { MeetingProviderError, type MeetingProviderErrorKind } from "../meeting-provider.ts";

/** What calls to Zoom throw. */
export class ZoomError extends MeetingProviderError {
  /** Zoom's own number for the refusal, e.g. 3001. */
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
