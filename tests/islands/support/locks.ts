/** The part of the Web Locks API that the site uses. */
interface Request {
  work: () => Promise<unknown>;
  resolve: (value: unknown) => void;
  reject: (reason: unknown) => void;
}
interface Options {
  signal?: AbortSignal;
  steal?: boolean;
}

export class FakeLocks {
  readonly #held = new Map<string, Request>();
  readonly #waiting = new Map<string, Request[]>();

  request(name: string, options: Options, work: () => Promise<unknown>): Promise<unknown> {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const request = { work, resolve, reject };
    const waiting = this.#waiting.get(name) ?? [];
    this.#waiting.set(name, waiting);
    if (options.steal) {
      this.#held.get(name)?.reject(new DOMException("Stolen", "AbortError"));
      this.#held.delete(name);
      waiting.unshift(request);
    } else waiting.push(request);
    options.signal?.addEventListener("abort", () => {
      const place = waiting.indexOf(request);
      if (place === -1) return;
      waiting.splice(place, 1);
      reject(new DOMException("Aborted", "AbortError"));
    });
    this.#next(name);
    return promise;
  }

  #next(name: string): void {
    if (this.#held.has(name)) return;
    const request = this.#waiting.get(name)?.shift();
    if (!request) return;
    this.#held.set(name, request);
    void Promise.resolve()
      .then(request.work)
      .then(request.resolve, request.reject)
      .finally(() => {
        if (this.#held.get(name) !== request) return;
        this.#held.delete(name);
        this.#next(name);
      });
  }
}
