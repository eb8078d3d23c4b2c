import { afterEach, describe, expect, test, vi } from "vitest";
import { Alert } from "#islands/ui/feedback/Alert.tsx";
import { render } from "../support/render.tsx";

const scroll = vi.fn();
const pressed = (isActive: boolean) =>
  Object.assign(navigator, { userActivation: { isActive, hasBeenActive: true } });

Element.prototype.scrollIntoView = scroll;
afterEach(() => {
  scroll.mockReset();
  Reflect.deleteProperty(navigator, "userActivation");
});

describe("an alert", () => {
  test("scrolls into view if it is an error that follows a press of a button", () => {
    pressed(true);
    render(<Alert>Not now</Alert>);
    expect(scroll).toHaveBeenCalledExactlyOnceWith({ block: "nearest" });
  });

  test("doesn't scroll a page that the user has only opened", () => {
    pressed(false);
    render(<Alert>Not now</Alert>);
    expect(scroll).not.toHaveBeenCalled();
  });

  test("doesn't scroll into view if it isn't an error", () => {
    pressed(true);
    render(<Alert kind="success">Saved</Alert>);
    expect(scroll).not.toHaveBeenCalled();
  });
});
