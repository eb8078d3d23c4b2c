/** Choosing the part of a picture before it is uploaded. */
import { fireEvent } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { type ImageChange, ImageField } from "#islands/ui/form/ImageField.tsx";
import "../support/dialogs.ts";
import { render, screen, waitFor } from "../support/render.tsx";

/** What was drawn on canvases: the part of the picture, and the size of the result. */
let drawn: { part: number[]; size: number[] }[];

beforeEach(() => {
  drawn = [];
  vi.stubGlobal("createImageBitmap", () =>
    Promise.resolve({ width: 1_000, height: 500, close: () => {} }),
  );
  const { prototype } = HTMLCanvasElement;
  vi.spyOn(prototype, "getContext").mockImplementation(function context(this: HTMLCanvasElement) {
    return {
      clearRect: () => {},
      fillRect: () => {},
      drawImage: (_: unknown, ...part: number[]) =>
        drawn.push({ part: part.slice(0, 4), size: [this.width, this.height] }),
    } as never;
  });
  vi.spyOn(prototype, "toBlob").mockImplementation((done, type) =>
    done(new Blob(["cropped"], { type: type ?? "" })),
  );
});

const photo = new File(["photo"], "me.jpeg", { type: "image/jpeg" });

function renderField() {
  const onChange = vi.fn<(change: ImageChange) => void>();
  const user = render(<ImageField label="Picture" hint="" onChange={onChange} />);
  /** What the form would send. */
  const change = (): ImageChange => onChange.mock.lastCall?.[0] ?? {};
  return { user, change };
}

it("a person moves and zooms a picture with the keyboard, and the form gets the chosen part", async () => {
  const { user, change } = renderField();
  expect(screen.queryByRole("button", { name: "Adjust image" })).toBeNull();
  await user.upload(screen.getByLabelText(/^Picture/), photo);
  expect(change().file).toBe(photo);
  await user.click(await screen.findByRole("button", { name: "Adjust image" }));
  const vertical = (await screen.findByLabelText("Up and down")) as HTMLInputElement;
  // The picture is as tall as the part.
  expect(vertical.disabled).toBe(true);
  fireEvent.change(screen.getByLabelText("Zoom"), { target: { value: "2.02" } });
  await waitFor(() => expect(vertical.disabled).toBe(false));
  fireEvent.change(screen.getByLabelText("Left and right"), { target: { value: "1" } });
  await user.click(screen.getByRole("button", { name: "Use this part" }));
  await waitFor(() => expect(change().file?.name).toBe("me.jpg"));
  expect(change().file?.type).toBe("image/jpeg");
  const [left = 0, , width = 0] = drawn.at(-1)?.part ?? [];
  expect(left + width).toBeCloseTo(1_000);
  expect(width).toBeCloseTo(500 / 2.02);
  expect(drawn.at(-1)?.size).toEqual([248, 248]);
  // The original is still there for another choice.
  await user.click(await screen.findByRole("button", { name: "Adjust image" }));
  expect(((await screen.findByLabelText("Left and right")) as HTMLInputElement).value).toBe("1");
});

it("a picture that the browser can't open is reported and stays unchanged", async () => {
  vi.stubGlobal("createImageBitmap", () => Promise.reject(new Error("Corrupt")));
  const { user, change } = renderField();
  await user.upload(screen.getByLabelText(/^Picture/), photo);
  await user.click(await screen.findByRole("button", { name: "Adjust image" }));
  expect((await screen.findByRole("alert")).textContent).toContain("could not be opened");
  expect(change().file).toBe(photo);
});
