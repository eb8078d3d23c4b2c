/** The live page of a class whose people are connected to different servers, one of which is killed. */
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { addEnrollment } from "../support/courses.ts";
import { addLiveClass, type PageStream, readStream } from "../support/live-pages.ts";
import { addStudent, type Person } from "../support/people.ts";
import { type Cluster, type ClusterNode, startCluster } from "../support/processes/cluster.ts";

let cluster: Cluster;
beforeAll(async () => {
  cluster = await startCluster();
});
afterAll(() => cluster?.stop());

it("a class continues on the other server when one is killed, and nobody sees an older state", async () => {
  const [first, second] = cluster.nodes;
  const { teacher, classId, cohost, students } = await cluster.withContext(async (context) => {
    const { teacher, courseId, classId } = await addLiveClass(context);
    const students = [];
    for (let number = 0; number < 4; number += 1) {
      const student = await addStudent(context);
      await addEnrollment(context, student, courseId);
      students.push(student);
    }
    const [cohost] = students;
    if (!cohost) throw new Error("The class has no students");
    return { teacher, classId, cohost, students };
  });
  const path = `/api/classes/${classId}/page`;
  const send = (node: ClusterNode, { token }: Person, body: object) =>
    node.call("POST", path, { token, body });
  const follow = async (node: ClusterNode, person: Person): Promise<PageStream> => {
    const headers = { authorization: `Bearer ${person.token}` };
    const response = await fetch(`${node.url}${path}/events`, { headers });
    // Answers as browsers do: anyone who doesn't counts as gone after half a minute.
    const stream = readStream(response, () => {
      const here = { command: "here", stream: stream.latest("snapshot")?.stream };
      // The server may be killed before it has received the answer.
      send(node, person, here).catch(() => {});
    });
    onTestFinished(() => stream.close());
    await expect.poll(() => stream.of("snapshot")).toHaveLength(1);
    return stream;
  };

  await send(first, teacher, { command: "share", from: "2:255", to: "2:286" });
  await send(first, teacher, { command: "cohosts", profileIds: [cohost.profileId] });
  // The third student is connected to the second server, everyone else to the first one.
  const streams: PageStream[] = [];
  for (const [index, student] of students.entries()) {
    streams.push(await follow(index === 2 ? second : first, student));
  }
  await send(first, teacher, { command: "go", verse: "2:256" });
  await send(first, teacher, { command: "point", verse: "2:256", word: 3 });
  for (const stream of streams) {
    await expect.poll(() => stream.latest("state")?.state.current).toBe("2:256");
    await expect.poll(() => stream.latest("pointer")).toEqual({ verse: "2:256", word: 3 });
  }

  const followers = async () => (await second.call("GET", path, teacher)).body.data.followers;
  await expect.poll(followers).toBe(4);
  const killed = first.process();
  killed.process.kill("SIGKILL");
  await killed.ended;
  await expect
    .poll(() => streams.map((stream) => stream.hasEnded()))
    .toEqual([true, true, false, true]);

  // The lead changes while three followers are disconnected.
  const take = { command: "lead", profileId: cohost.profileId };
  const passed = await send(second, cohost, take);
  expect(passed.status).toBe(200);
  expect((await send(second, teacher, { command: "go", verse: "2:257" })).status).toBe(409);
  const moved = await send(second, cohost, { command: "go", verse: "2:258" });
  expect(moved.status).toBe(200);
  const again = [await follow(second, cohost), await follow(second, students[1] ?? cohost)];
  for (const stream of again) {
    expect(stream.latest("snapshot")).toMatchObject({
      seq: moved.body.data.seq,
      state: { current: "2:258", lead: { _id: cohost.profileId } },
    });
  }
  await expect.poll(() => streams[2]?.latest("state")?.seq).toBe(moved.body.data.seq);

  await first.restart();
  const back = await follow(first, students[1] ?? cohost);
  expect(back.latest("snapshot")?.seq).toBe(moved.body.data.seq);
  await send(second, cohost, { command: "go", verse: "2:259" });
  await expect.poll(() => back.latest("state")?.state.current).toBe("2:259");
  for (const stream of [...streams, ...again, back]) {
    const seqs = [...stream.of("snapshot"), ...stream.of("state")].map(({ seq }) => seq);
    expect(seqs).toEqual([...new Set(seqs)].toSorted((a, b) => a - b));
  }
  // The fourth student doesn't return, and counts as gone after half a minute.
  await expect.poll(followers, { timeout: 90_000, interval: 1_000 }).toBe(2);
});
