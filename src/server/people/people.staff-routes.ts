import type { Hono } from "hono";
import { staffPeopleSchema, staffPersonSchema } from "#lib/people/staff-people.responses.ts";
import { staffPeopleQuery } from "#lib/people/staff-people.ts";
import {
  reinstatementInput,
  suspensionEndInput,
  suspensionInput,
  warningInput,
} from "#lib/suspensions/suspensions.ts";
import { getTexts } from "#translations/translate.ts";
import type { Context } from "../context.ts";
import type { AppEnv } from "../http/app-env.ts";
import { noData } from "../http/documented.ts";
import { suspendPerson, warnPerson } from "../moderation/decide-directly.ts";
import { reinstatePerson } from "../moderation/reinstate-person.ts";
import { changeSuspensionEnd } from "../moderation/suspension-end.ts";
import { staffExport } from "../staff/staff-export.ts";
import { createStaffApp, type StaffApp, staffRoute } from "../staff/staff-route.ts";
import { exportStaffPeople, findStaffPerson, listStaffPeople } from "./staff-people.ts";

const t = getTexts("staffPeople");

const readers = ["moderator", "support"] as const;
const deciders = ["moderator"] as const;
const noPerson = "Not staff, or no such person";

/** Mounted under /api/staff/people. IDs are those of users. */
export function peopleStaffRoutes(context: Context): Hono<AppEnv> {
  const app = createStaffApp(context, "/people");
  staffRoute(app, {
    method: "get",
    path: "/",
    roles: readers,
    summary: "People, newest first, one page",
    query: staffPeopleQuery,
    data: staffPeopleSchema,
    handle: ({ query }) => listStaffPeople(context, query),
  });
  staffExport(app, {
    kind: "export-people",
    roles: deciders,
    summary: "People as a CSV file",
    query: staffPeopleQuery,
    read: ({ context, query }) => exportStaffPeople(context, query),
    title: (column) => t(`server.csv.${column}`),
    columns: {
      id: ({ _id }) => _id,
      name: ({ name }) => name,
      email: ({ email }) => email,
      role: ({ role }) => t(`role.${role ?? "none"}`),
      joined: ({ joinedAt }) => joinedAt,
      suspendedUntil: ({ suspendedUntil }) => suspendedUntil ?? "",
    },
  });
  staffRoute(app, {
    method: "get",
    path: "/:id",
    roles: readers,
    summary: "A person with their history",
    data: staffPersonSchema,
    refusals: { 404: noPerson },
    handle: ({ staff, param }) => findStaffPerson(context, staff, param("id")),
  });
  addDecisions(context, app);
  return app.routes;
}

function addDecisions(context: Context, app: StaffApp): void {
  staffRoute(app, {
    method: "post",
    path: "/:id/suspend",
    roles: deciders,
    summary: "Suspend a person until a date",
    body: suspensionInput,
    data: noData,
    refusals: { 404: noPerson, 409: "A member of staff, or someone else has decided" },
    async handle({ staff, param, body }) {
      await suspendPerson(context, staff, param("id"), body);
      return null;
    },
  });
  staffRoute(app, {
    method: "put",
    path: "/:id/suspension-end",
    roles: deciders,
    summary: "Move the end of a suspension to an earlier or later date",
    body: suspensionEndInput,
    data: noData,
    refusals: { 404: noPerson, 409: "Not suspended, or someone else has moved the end" },
    async handle({ staff, param, body }) {
      await changeSuspensionEnd(context, staff, param("id"), body);
      return null;
    },
  });
  staffRoute(app, {
    method: "post",
    path: "/:id/reinstate",
    roles: deciders,
    summary: "End a suspension",
    body: reinstatementInput,
    data: noData,
    refusals: {
      404: noPerson,
      409: "Not suspended, or someone else has suspended the person again",
    },
    async handle({ staff, param, body }) {
      await reinstatePerson(context, staff, param("id"), body);
      return null;
    },
  });
  staffRoute(app, {
    method: "post",
    path: "/:id/warn",
    roles: deciders,
    summary: "Email a person a warning",
    body: warningInput,
    data: noData,
    refusals: { 404: noPerson, 409: "A member of staff, or someone else has decided" },
    async handle({ staff, param, body }) {
      await warnPerson(context, staff, param("id"), body);
      return null;
    },
  });
}
