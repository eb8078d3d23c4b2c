import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import RenewGuardianLink from "#islands/recitations/RenewGuardianLink.tsx";
import { answer, success } from "../support/api.ts";
import { screen, waitFor } from "../support/render.tsx";
import { signInAs } from "../support/session.ts";

test("a guardian's link can be sent once the page reacts to clicks, and not before", async () => {
  signInAs({ role: "student" });
  const calls = answer({
    "POST /recitations/course/crs_1/guardian-link": success(null, "The link is on its way."),
  });
  const link = <RenewGuardianLink courseId="crs_1" address="guardian@example.org" />;
  const island = document.body.appendChild(document.createElement("div"));
  island.innerHTML = renderToString(link);
  const send = screen.getByRole<HTMLButtonElement>("button", { name: "Send a new link" });
  expect(send.disabled).toBe(true);
  const root = hydrateRoot(island, link);
  try {
    await waitFor(() => expect(send.disabled).toBe(false));
    send.click();
    await waitFor(() => expect(island.textContent).toContain("The link is on its way."));
    expect(calls).toHaveLength(1);
  } finally {
    root.unmount();
    island.remove();
  }
});
