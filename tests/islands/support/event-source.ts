/** A fake event stream that tests control. */
import { act } from "@testing-library/react";
import type { LiveEvent } from "#lib/messages/messages.responses.ts";

export class FakeEventSource extends EventTarget {
  static readonly CLOSED = 2;
  static readonly OPEN = 1;
  static latest: FakeEventSource | undefined;
  /** All streams opened since `forget` was called. */
  static all: FakeEventSource[] = [];
  static forget(): void {
    FakeEventSource.all = [];
    FakeEventSource.latest = undefined;
  }

  readyState = 1;
  constructor() {
    super();
    FakeEventSource.latest = this;
    FakeEventSource.all.push(this);
  }
  close() {
    this.readyState = 2;
  }
  tell(event: LiveEvent) {
    act(
      () => void this.dispatchEvent(new MessageEvent("message", { data: JSON.stringify(event) })),
    );
  }
}
