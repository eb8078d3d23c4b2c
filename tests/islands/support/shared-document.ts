/**
 * Vitest's setup file for the tests of islands. The files of a worker share the document and the
 * packages, because creating and loading these for each file took more than half of the time. They
 * don't share modules of the site or of the tests: each file loads its own, so it has its own
 * mocks, stores, caches and hooks. Before and after each file, `startAfresh` ends what the last one
 * has started and restores the document and the globals of the browser.
 */
import userEvent from "@testing-library/user-event";
import { createRoot } from "react-dom/client";
import { afterAll, vi } from "vitest";
import type {} from "vitest/jsdom";

interface Worker {
  /** Ends what a file has started, and empties the list. */
  ends: (() => void)[];
  restoreObjects: () => void;
}

const shared = globalThis as { islandTests?: Worker };
shared.islandTests ??= await prepareWorker();
const { ends, restoreObjects } = shared.islandTests;

// A file that can't be loaded has no hooks.
startAfresh();
afterAll(startAfresh);

async function prepareWorker(): Promise<Worker> {
  // These packages add some listeners to a document only once.
  createRoot(document.createElement("div"));
  await userEvent.click(document.body);
  const ends: Worker["ends"] = [];
  track(ends);
  return { ends, restoreObjects: remember() };
}

function startAfresh(): void {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  // The function of an automatic mock is the same in all files.
  vi.resetAllMocks();
  vi.restoreAllMocks();
  for (const end of ends.splice(0)) end();
  restoreObjects();
  resetDocument();
  vi.resetModules();
}

function resetDocument(): void {
  document.head.replaceChildren();
  document.body.replaceChildren();
  for (const element of [document.documentElement, document.body]) {
    for (const name of element.getAttributeNames()) element.removeAttribute(name);
  }
  for (const cookie of document.cookie.split("; ").filter(Boolean)) {
    // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no other way to remove a cookie.
    document.cookie = `${cookie.split("=", 1)[0]}=; path=/; max-age=0`;
  }
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, "", "/");
}

/**
 * Records how to end the timers, the listeners of the page and the channels that a file starts.
 * Otherwise its code would still run, and change the document, while other files are tested.
 */
function track(ends: (() => void)[]): void {
  trackTimers("setTimeout", clearTimeout, ends);
  trackTimers("setInterval", clearInterval, ends);
  trackListeners(window, ends);
  trackListeners(document, ends);
  globalThis.BroadcastChannel = class extends BroadcastChannel {
    constructor(name: string) {
      super(name);
      ends.push(() => this.close());
    }
  };
}

function trackTimers(
  name: "setTimeout" | "setInterval",
  clear: (timer: NodeJS.Timeout) => void,
  ends: (() => void)[],
): void {
  const start = globalThis[name] as typeof setTimeout;
  const tracked = (act: () => void, delay?: number, ...values: []) => {
    const timer = start(act, delay, ...values);
    // jsdom outlives the file, and expects its timer of animation frames to run.
    if (!isCalledByDocument()) ends.push(() => clear(timer));
    return timer;
  };
  Object.assign(globalThis, { [name]: Object.assign(tracked, start) });
}

function trackListeners(target: Window | Document, ends: (() => void)[]): void {
  const add: EventTarget["addEventListener"] = target.addEventListener.bind(target);
  target.addEventListener = (...parameters: Parameters<typeof add>) => {
    const [type, listener, options] = parameters;
    add(type, listener, options);
    ends.push(() => target.removeEventListener(type, listener as EventListener, options));
  };
}

/** @returns whether the function that called the calling function belongs to jsdom. */
function isCalledByDocument(): boolean {
  return new Error().stack?.split("\n", 4)[3]?.includes("/node_modules/jsdom/") ?? false;
}

/**
 * Remembers the properties of the browser's globals, classes and objects.
 * @returns a function that restores them where a file has changed them without a stub.
 */
function remember(): () => void {
  const names = Object.getOwnPropertyNames(jsdom.window).filter(
    (name) => name in globalThis && !/^(?:_|console$|IS_REACT)/.test(name),
  );
  const values = globalThis as Record<string, unknown>;
  const globals = new Map(names.map((name) => [name, values[name]]));
  const classes = [...globals.values()].filter((value) => typeof value === "function");
  const objects = [document, navigator, ...classes, ...classes.map(({ prototype }) => prototype)];
  const before = new Map<object, Map<PropertyKey, PropertyDescriptor>>();
  for (const object of objects) if (object) before.set(object, readProperties(object));
  return () => {
    for (const [name, value] of globals) {
      if (!Object.is(values[name], value)) values[name] = value;
    }
    for (const [object, properties] of before) restoreProperties(object, properties);
  };
}

function readProperties(object: object): Map<PropertyKey, PropertyDescriptor> {
  const properties = new Map<PropertyKey, PropertyDescriptor>();
  for (const name of Reflect.ownKeys(object)) {
    const descriptor = Object.getOwnPropertyDescriptor(object, name);
    if (descriptor) properties.set(name, descriptor);
  }
  return properties;
}

function restoreProperties(object: object, before: Map<PropertyKey, PropertyDescriptor>): void {
  for (const name of Reflect.ownKeys(object)) {
    if (!before.has(name)) Reflect.deleteProperty(object, name);
  }
  for (const [name, descriptor] of before) {
    const now = Object.getOwnPropertyDescriptor(object, name);
    const isSame = Object.is(now?.value, descriptor.value) && now?.get === descriptor.get;
    if (!isSame) Object.defineProperty(object, name, descriptor);
  }
}
