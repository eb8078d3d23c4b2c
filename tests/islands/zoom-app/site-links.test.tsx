/** The ways from the app in Zoom to the site. */
import { expect, it, vi } from "vitest";
import { Place } from "#islands/zoom-app/Place.tsx";
import ZoomApp from "#islands/zoom-app/ZoomApp.tsx";
import type { ZoomClient } from "#lib/zoom-app/client/zoom-client.ts";
import { runWithLanguage } from "#translations/runtime.node.ts";
import { answer, success } from "../support/api.ts";
import { render, screen } from "../support/render.tsx";

const opened = vi.hoisted((): string[] => []);
const client = vi.hoisted(() => ({
  getContext: async () => "a context",
  listMeetingUuids: async () => [],
  supports: () => false,
  isInMeeting: () => true,
  openUrl: (url: string) => opened.push(url),
}));
vi.mock("#lib/zoom-app/client/zoom-client.ts", () => ({
  connectToZoom: async () => client,
  ZoomClientError: class extends Error {},
}));

const site = "https://halaqa.test";

it("they lead to the site in the language of the app", async () => {
  opened.length = 0;
  await runWithLanguage("ar", async () => {
    const user = render(
      <Place
        screen="place"
        client={client as unknown as ZoomClient}
        place={{ kind: "none", next: null }}
        person={{ name: "Maryam Ali", email: "maryam@example.org" }}
        site={site}
      />,
    );
    await user.click(screen.getAllByRole("button")[0] as HTMLElement);
  });
  expect(opened).toEqual([`${site}/ar/dashboard`]);
});

it("guests get to the site in the language of the app", async () => {
  opened.length = 0;
  answer({
    "POST /zoom-app/session": success({ ticket: "a ticket", isGuest: true, account: null }),
  });
  await runWithLanguage("ar", async () => {
    const user = render(<ZoomApp site={site} languages={["en", "ar"]} />);
    await user.click(await screen.findByRole("button"));
  });
  expect(opened).toEqual([`${site}/ar/dashboard`]);
});
