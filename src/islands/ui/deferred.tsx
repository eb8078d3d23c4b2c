/**
 * Parts of an island whose code loads after the first view (`later.ts`). A person who opens a part
 * before that sees a loading indicator. A part that can't be loaded shows an error with a retry
 * button, for example after the connection was lost.
 */
import { type ReactNode, type RefObject, useEffect, useRef, useSyncExternalStore } from "react";
import { getTexts } from "#translations/ui.ts";
import { Button } from "./Button.tsx";
import { Dialog } from "./Dialog.tsx";
import { Alert } from "./feedback/Alert.tsx";
import { Loading } from "./feedback/Loading.tsx";
import { forgetLater, loadLater, whenIdle } from "./later.ts";

const t = getTexts("ui");

type Component<Props> = (props: Props) => ReactNode;

type State<Props> =
  | { name: "loading" }
  | { name: "failed" }
  | { name: "loaded"; Loaded: Component<Props> };

class Part<Props> {
  #state: State<Props> = { name: "loading" };
  /** The server renders only the parts that the island itself imports. */
  #provided = this.#state;
  readonly #load: () => Promise<Component<Props>>;
  readonly #listeners = new Set<() => void>();
  #loading: Promise<void> | undefined;
  readonly isPatient: boolean;

  constructor(load: () => Promise<Component<Props>>, isRare = false, isPatient = false) {
    this.#load = load;
    this.isPatient = isPatient;
    if (!isRare) loadLater(this.#loadAhead);
  }

  readonly load = (): Promise<void> => {
    if (this.#state.name === "loaded") return Promise.resolve();
    if (this.#state.name === "failed") this.#set({ name: "loading" });
    this.#loading ??= this.#fetch().finally(() => {
      this.#loading = undefined;
    });
    return this.#loading;
  };

  /** Loads the part before someone opens it. Those who see that it failed try again themselves. */
  readonly #loadAhead = async (): Promise<void> => {
    if (this.#state.name !== "failed") await this.load();
  };

  async #fetch(): Promise<void> {
    try {
      this.#set({ name: "loaded", Loaded: await this.#load() });
    } catch {
      // Only people who are waiting for the part see the error.
      if (this.#listeners.size > 0) this.#set({ name: "failed" });
    }
  }

  provide(Loaded: Component<Props>): void {
    this.#set({ name: "loaded", Loaded });
    this.#provided = this.#state;
  }

  readonly getState = (): State<Props> => this.#state;

  readonly getServerState = (): State<Props> => this.#provided;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
      // It is loaded again the next time it is opened.
      if (this.#listeners.size === 0 && this.#state.name === "failed") {
        this.#state = { name: "loading" };
      }
    };
  };

  #set(state: State<Props>): void {
    this.#state = state;
    if (state.name === "loaded") forgetLater(this.#loadAhead);
    for (const listener of this.#listeners) listener();
  }
}

/** The state of the part. If its code is missing, it starts to load. */
function usePart<Props>(part: Part<Props>): State<Props> {
  const state = useSyncExternalStore(part.subscribe, part.getState, part.getServerState);
  const isLoaded = state.name === "loaded";
  useEffect(() => {
    if (isLoaded) return;
    if (part.isPatient) whenIdle(part.load);
    else void part.load();
  }, [part, isLoaded]);
  return state;
}

/** A component whose code loads later. */
export interface Deferred<Props> {
  (props: Props): ReactNode;
  /** Loads the code if it is missing. */
  load: () => Promise<void>;
  /**
   * Renders the component immediately, for islands that import it themselves. The server then
   * renders it for all islands, so an island that doesn't import it must not show it at first.
   */
  provide: (component: Component<Props>) => void;
}

interface PartOptions<Props> {
  /** Shown in place of the part while it loads. */
  Waiting?: Component<Props>;
  /** Whether few people see the part, so that it loads only when it is rendered. */
  isRare?: boolean;
  /** Whether the part waits until the page is idle even where it is part of the first view. */
  isPatient?: boolean;
}

/** A part of the page. */
export function deferPart<Props extends object>(
  load: () => Promise<Component<Props>>,
  {
    Waiting = () => <Loading label={t("loading")} />,
    isRare = false,
    isPatient = false,
  }: PartOptions<Props> = {},
): Deferred<Props> {
  const part = new Part(load, isRare, isPatient);
  // biome-ignore lint/correctness/noComponentHookFactories: like `lazy`, called once for each part
  function DeferredPart(props: Props) {
    const state = usePart(part);
    if (state.name === "loaded") return <state.Loaded {...props} />;
    if (state.name === "failed") return <LoadFailure onRetry={part.load} />;
    return <Waiting {...props} />;
  }
  return Object.assign(DeferredPart, { load: part.load, provide: part.provide.bind(part) });
}

/**
 * A dialog. While it loads, the control that opened it is busy. A rare one loads only when it is
 * opened.
 */
export function deferDialog<Props extends { onClose: () => void }>(
  load: () => Promise<Component<Props>>,
  { isRare = false }: Pick<PartOptions<Props>, "isRare"> = {},
): Deferred<Props> {
  const part = new Part(load, isRare);
  // biome-ignore lint/correctness/noComponentHookFactories: like `lazy`, called once for each part
  function DeferredDialog(props: Props) {
    const state = usePart(part);
    const opener = useRef<HTMLElement | null>(null);
    if (state.name === "loaded") return <state.Loaded {...props} />;
    if (state.name === "loading") return <BusyOpener opener={opener} />;
    return (
      <Dialog open title={t("loadFailed")} onClose={() => props.onClose()}>
        <LoadFailure onRetry={part.load} />
      </Dialog>
    );
  }
  return Object.assign(DeferredDialog, { load: part.load, provide: part.provide.bind(part) });
}

/**
 * Marks the control that opened a dialog as busy, like links in the header. The control keeps the
 * focus, or gets it back after a failure, so that the dialog returns the focus to it.
 */
function BusyOpener({ opener }: { opener: RefObject<HTMLElement | null> }) {
  useEffect(() => {
    opener.current ??= document.activeElement?.closest<HTMLElement>("button, a") ?? null;
    const control = opener.current;
    control?.focus();
    control?.setAttribute("aria-busy", "true");
    return () => control?.removeAttribute("aria-busy");
  }, [opener]);
  return (
    <span role="status" className="sr-only">
      {t("loading")}
    </span>
  );
}

function LoadFailure({ onRetry }: { onRetry: () => Promise<void> }) {
  return (
    <Alert>
      <div className="grid gap-3">
        <p>{t("partFailed")}</p>
        <div className="flex flex-wrap gap-2">
          <Button look="quiet" className="btn-sm" onClick={() => void onRetry()}>
            {t("tryAgain")}
          </Button>
          <Button look="plain" className="btn-sm" onClick={() => location.reload()}>
            {t("reload")}
          </Button>
        </div>
      </div>
    </Alert>
  );
}
