/** The stream of news, told by the tests. */
import { act } from "@testing-library/react";
import type { LiveEvent } from "#lib/messages/messages.responses.ts";

export class FakeEventSource extends EventTarget {
  static readonly CLOSED = 2;
  static readonly OPEN = 1;
  static latest: FakeEventSource | undefined;
  /** All that were opened since `forget`. */
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
