import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it } from "vitest";
import { checkAudio } from "../../../../scripts/doctor/audio.ts";

it("the doctor asks the audio host for the files of each reciter in the manifest", async () => {
  const served = new Set(["/good/001001.mp3", "/good/114006.mp3"]);
  const host = createServer(({ url = "" }, response) =>
    response.writeHead(served.has(url) ? 200 : 404).end(),
  );
  await new Promise<void>((resolve) => host.listen(0, "127.0.0.1", resolve));
  const baseUrl = `http://127.0.0.1:${(host.address() as AddressInfo).port}`;
  const facts = { credit: "The reciter", terms: "CC BY", practice: false };
  const reciters = ["good", "missing"].map((id) => {
    return { id, name: id, pattern: `${id}/{surah3}{verse3}.mp3`, ...facts };
  });
  const findings = await checkAudio({ audio: { baseUrl, reciters, sandbox: false } });
  await new Promise((resolve) => host.close(resolve));
  expect(findings).toEqual([
    { outcome: "good", text: "The audio host has the recordings of good." },
    {
      outcome: "problem",
      text: expect.stringContaining(`${baseUrl}/missing/001001.mp3 can't be loaded: status 404.`),
    },
  ]);
});
