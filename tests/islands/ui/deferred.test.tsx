import { act } from "@testing-library/react";
import { useState } from "react";
import { describe, expect, it, vi } from "vitest";
import { Dialog } from "#islands/ui/Dialog.tsx";
import { deferDialog, deferPart } from "#islands/ui/deferred.tsx";
import { loadAll } from "#islands/ui/later.ts";
import "../support/dialogs.ts";
import { render, screen, waitFor } from "../support/render.tsx";

interface NoticeProps {
  text: string;
  onClose: () => void;
}

function Notice({ text, onClose }: NoticeProps) {
  return (
    <Dialog open title="Notice" onClose={onClose}>
      <p>{text}</p>
    </Dialog>
  );
}

/** Code that arrives, or fails to load, when the test decides. */
function controlled() {
  const loads: PromiseWithResolvers<typeof Notice>[] = [];
  const load = vi.fn(() => {
    const next = Promise.withResolvers<typeof Notice>();
    loads.push(next);
    return next.promise;
  });
  return {
    load,
    arrive: () => act(async () => loads.at(-1)?.resolve(Notice)),
    fail: () => act(async () => loads.at(-1)?.reject(new TypeError("Failed to fetch"))),
  };
}

function showOpener(NoticeDialog: ReturnType<typeof deferDialog<NoticeProps>>) {
  function Opener() {
    const [open, setOpen] = useState(false);
    return (
      <>
        <button type="button" onClick={() => setOpen(true)}>
          Open
        </button>
        {open && <NoticeDialog text="Hello" onClose={() => setOpen(false)} />}
      </>
    );
  }
  return render(<Opener />);
}

const opener = () => screen.getByRole("button", { name: "Open", hidden: true });

describe("a dialog whose code loads later", () => {
  it("marks the button as busy until it opens, and leaves the focus there", async () => {
    const code = controlled();
    const user = showOpener(deferDialog(code.load));
    await user.click(opener());
    expect(opener().getAttribute("aria-busy")).toBe("true");
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(document.activeElement).toBe(opener());
    await code.arrive();
    expect(screen.getByRole("dialog", { name: "Notice" }).textContent).toContain("Hello");
    expect(opener().hasAttribute("aria-busy")).toBe(false);
  });

  it("opens at once if its code has been loaded before", async () => {
    const code = controlled();
    const user = showOpener(deferDialog(code.load));
    void loadAll();
    await code.arrive();
    await user.click(opener());
    expect(screen.getByRole("dialog", { name: "Notice" })).toBeDefined();
    expect(code.load).toHaveBeenCalledOnce();
  });

  it("says that its code could not be loaded, and opens after another attempt", async () => {
    const code = controlled();
    const user = showOpener(deferDialog(code.load));
    await user.click(opener());
    await code.fail();
    expect(screen.getByRole("alert").textContent).toContain("could not be loaded");
    expect(screen.getByRole("button", { name: "Reload page" })).toBeDefined();
    await user.click(screen.getByRole("button", { name: "Try Again" }));
    expect(opener().getAttribute("aria-busy")).toBe("true");
    expect(document.activeElement).toBe(opener());
    await code.arrive();
    expect(screen.getByRole("dialog", { name: "Notice" })).toBeDefined();
  });

  it("tries again when it is opened again after a failure", async () => {
    const code = controlled();
    const user = showOpener(deferDialog(code.load));
    await user.click(opener());
    await code.fail();
    await user.click(screen.getAllByRole("button", { name: "Close" })[0] as HTMLElement);
    await user.click(opener());
    expect(screen.queryByRole("alert")).toBeNull();
    await code.arrive();
    expect(screen.getByRole("dialog", { name: "Notice" })).toBeDefined();
  });

  it("hides a failure in the background from people who didn't open it", async () => {
    const code = controlled();
    const user = showOpener(deferDialog(code.load));
    void loadAll();
    await code.fail();
    await user.click(opener());
    expect(screen.queryByRole("alert")).toBeNull();
    await code.arrive();
    expect(screen.getByRole("dialog", { name: "Notice" })).toBeDefined();
  });
});

describe("a part whose code loads later", () => {
  it("shows that it is loading, then that loading failed, then its content", async () => {
    const code = controlled();
    const Part = deferPart(code.load);
    const user = render(<Part text="Hello" onClose={() => {}} />);
    expect(screen.getByRole("status").textContent).toBe("Loading...");
    await code.fail();
    await user.click(await screen.findByRole("button", { name: "Try Again" }));
    await waitFor(() => expect(screen.getByRole("status").textContent).toBe("Loading..."));
    await code.arrive();
    expect(screen.getByText("Hello")).toBeDefined();
  });

  it("keeps its error when the page becomes idle, until the person tries again", async () => {
    const code = controlled();
    const Part = deferPart(code.load);
    const user = render(<Part text="Hello" onClose={() => {}} />);
    await code.fail();
    await act(loadAll);
    expect(code.load).toHaveBeenCalledOnce();
    await user.click(screen.getByRole("button", { name: "Try Again" }));
    await code.arrive();
    expect(screen.getByText("Hello")).toBeDefined();
  });

  it("is shown at once if the island has imported it", () => {
    const code = controlled();
    const Part = deferPart(code.load);
    Part.provide(Notice);
    render(<Part text="Hello" onClose={() => {}} />);
    expect(screen.getByText("Hello")).toBeDefined();
    expect(code.load).not.toHaveBeenCalled();
  });

  it("loads in the background unless few people see it", async () => {
    const [usual, rare] = [controlled(), controlled()];
    deferPart(usual.load);
    deferPart(rare.load, { isRare: true });
    void loadAll();
    expect(usual.load).toHaveBeenCalledOnce();
    expect(rare.load).not.toHaveBeenCalled();
    await usual.arrive();
  });

  it("starts to load when the pointer moves to a control", async () => {
    const code = controlled();
    deferPart(code.load);
    const user = render(<button type="button">Anything</button>);
    await user.hover(screen.getByRole("button"));
    expect(code.load).toHaveBeenCalled();
    await code.arrive();
  });
});
