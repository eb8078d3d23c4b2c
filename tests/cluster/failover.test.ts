/** The main journey, with every request sent to a different server than the one before. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { addCourse } from "../support/courses.ts";
import { addStudent, addTeacher } from "../support/people.ts";
import { type Cluster, startCluster } from "../support/processes/cluster.ts";

let cluster: Cluster;
beforeAll(async () => {
  cluster = await startCluster();
});
afterAll(() => cluster?.stop());

it("a student pays on one server, and the other server shows the enrollment", async () => {
  const { call, sandbox } = cluster;
  const { teacher, student } = await cluster.withContext(async (context) => ({
    teacher: await addTeacher(context),
    student: await addStudent(context),
  }));
  const setup = await call("POST", "/api/connect/accounts/setup", { token: teacher.token });
  const page = new URL(setup.body.data.result.accountLink);
  await sandbox("POST", `${page.pathname}/complete`);
  const account = await call("GET", "/api/connect/accounts/current", { token: teacher.token });
  expect(account.body.data.charges_enabled).toBe(true);

  const course = await cluster.withContext((context) =>
    addCourse(context, teacher, { price: 30, maxStudents: 1 }),
  );
  const enroll = () =>
    call("POST", `/api/enrollment/course/${course}/enroll`, {
      token: student.token,
      body: { studentId: student.profileId },
    });
  const [first, again] = [await enroll(), await enroll()];
  expect(first.status).toBe(201);
  // The other server returns the same checkout: one seat and one charge.
  expect(again.body.data.checkoutUrl).toBe(first.body.data.checkoutUrl);

  const paid = await fetch(`${first.body.data.checkoutUrl}/pay`, {
    method: "POST",
    redirect: "manual",
    body: new URLSearchParams({ card: "4242424242424242" }),
  });
  const back = new URL(paid.headers.get("location") ?? "");
  await call("GET", back.pathname + back.search);
  for (const node of cluster.nodes) {
    const list = await node.call("GET", "/api/enrollment/student/enrollments", student);
    expect(list.body.data).toHaveLength(1);
  }
  const other = await cluster.withContext((context) => addStudent(context));
  for (const node of cluster.nodes) {
    const full = await node.call("POST", `/api/enrollment/course/${course}/enroll`, {
      token: other.token,
      body: { studentId: other.profileId },
    });
    expect(full.status).toBe(409);
  }
});

it("when one server is killed, the other continues its work", async () => {
  const { call, nodes, sandbox } = cluster;
  const email = "safiya.noor@example.org";
  const password = "a calm evening by the river";
  const signedUp = await nodes[0].call("POST", "/api/auth/signup", {
    body: { name: "Safiya Noor", email, password },
  });
  expect(signedUp.status).toBe(201);
  const killed = nodes[0].process();
  killed.process.kill("SIGKILL");
  await killed.ended;

  // The email that the killed server had queued.
  const mails = async () =>
    (await sandbox("GET", `/mail/messages?to=${encodeURIComponent(email)}`)).body as {
      text: string;
    }[];
  await expect.poll(mails, { timeout: 90_000 }).toHaveLength(1);
  const [mail] = await mails();
  const code = /^\s*(\d{6})$/m.exec(mail?.text ?? "")?.[1];
  const verified = await nodes[1].call("POST", "/api/auth/verify", { body: { email, code } });
  expect(verified.status).toBe(200);

  await nodes[0].restart();
  const token = verified.body.data.accessToken;
  for (let request = 0; request < 2; request += 1) {
    expect((await call("GET", "/api/users/me/sessions", { token })).status).toBe(200);
  }
});
