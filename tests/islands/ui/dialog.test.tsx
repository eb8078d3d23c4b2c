import { fireEvent } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { Dialog } from "#islands/ui/Dialog.tsx";
import "../support/dialogs.ts";
import { render, screen } from "../support/render.tsx";

it("a dialog stays open on the second click of the double click that opened it", () => {
  const onClose = vi.fn();
  render(
    <Dialog open title="Decide" onClose={onClose}>
      <p>Nothing to fill in</p>
    </Dialog>,
  );
  const backdrop = screen.getByText("Close", { selector: "form button" });
  expect(fireEvent.click(backdrop, { detail: 2 })).toBe(false);
  expect(onClose).not.toHaveBeenCalled();
  expect(fireEvent.click(backdrop, { detail: 1 })).toBe(true);
});
