import { expect, test } from "vitest";
import { checkZoom, neededScopes } from "../../../../scripts/doctor/zoom.ts";
import { CLIENT_ID, CLIENT_SECRET, startZoomWorld } from "../../sandbox/zoom-world.ts";

const allScopes = neededScopes.join(" ");

function settingsFor(base: string, clientSecret = CLIENT_SECRET) {
  return {
    zoom: {
      oauthBase: base,
      apiBase: base,
      clientId: CLIENT_ID,
      clientSecret,
      webhookSecret: "webhook-secret-of-this-test",
      sandbox: false,
    },
  };
}

test("the Zoom check finds nothing wrong with correct settings", async () => {
  const { base } = await startZoomWorld();
  const findings = await checkZoom(settingsFor(base), allScopes);
  expect(findings.map(({ outcome }) => outcome)).toEqual(["good", "good"]);
});

test("the Zoom check reports a wrong secret", async () => {
  const { base } = await startZoomWorld();
  const [credentials] = await checkZoom(settingsFor(base, "secret-of-another-app"), allScopes);
  expect(credentials).toEqual({
    outcome: "problem",
    text: expect.stringContaining("Zoom doesn't accept ZOOM_CLIENT_ID with ZOOM_CLIENT_SECRET."),
  });
});

test("the Zoom check reports an address that doesn't respond", async () => {
  const [credentials] = await checkZoom(settingsFor("http://127.0.0.1:9"), allScopes);
  expect(credentials).toEqual({
    outcome: "problem",
    text: expect.stringContaining("Zoom doesn't respond at http://127.0.0.1:9"),
  });
});

test("the Zoom check reports the scopes that the app lacks", async () => {
  const { base } = await startZoomWorld();
  const granted = neededScopes.filter((scope) => scope !== "meeting:delete:meeting").join(",");
  const [, scopes] = await checkZoom(settingsFor(base), granted);
  expect(scopes).toEqual({
    outcome: "problem",
    text: expect.stringContaining("The app lacks scopes: meeting:delete:meeting."),
  });
});

test("the Zoom check says why scopes can't be checked before a teacher has connected", async () => {
  const { base } = await startZoomWorld();
  const [, scopes] = await checkZoom(settingsFor(base), undefined);
  expect(scopes).toMatchObject({ outcome: "unchecked" });
});
