/**
 * Compares the list of all API routes with those that Hono has registered, so that no route is
 * added by accident. tests/e2e/all-pages/reachable-routes.test.ts does the same for pages.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../../support/app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

test("the API has these routes and no others", () => {
  // Entries for all methods are middleware, which only passes on or rejects requests.
  const routes = app.app.routes
    .filter(({ method, path }) => !(method === "ALL" && path.endsWith("/*")))
    .map(({ method, path }) => `${path} ${method}`);
  expect([...new Set(routes)].sort().join("\n")).toMatchInlineSnapshot(`
    "/api/audio/reciters GET
    /api/auth/jwks.json GET
    /api/auth/login POST
    /api/auth/logout POST
    /api/auth/password/change/:userId POST
    /api/auth/password/forgot POST
    /api/auth/password/reset/:userId POST
    /api/auth/refresh POST
    /api/auth/register POST
    /api/auth/resend POST
    /api/auth/signup POST
    /api/auth/verify POST
    /api/calendar/feed DELETE
    /api/calendar/feed GET
    /api/calendar/feed POST
    /api/classes/:id PATCH
    /api/classes/:id/attendance GET
    /api/classes/:id/attendance PUT
    /api/classes/:id/cancel POST
    /api/classes/:id/meeting POST
    /api/classes/:id/page GET
    /api/classes/:id/page POST
    /api/classes/:id/page/events GET
    /api/classes/:id/page/recap GET
    /api/classes/course/:courseId GET
    /api/comments/:id DELETE
    /api/comments/:id/hidden PUT
    /api/comments/course/:courseId GET
    /api/comments/course/:courseId POST
    /api/connect/accounts/current GET
    /api/connect/accounts/page POST
    /api/connect/accounts/setup POST
    /api/connect/accounts/standing GET
    /api/connect/disputes/:id GET
    /api/connect/disputes/:id PUT
    /api/connect/disputes/:id/submit POST
    /api/connect/earnings GET
    /api/contact POST
    /api/courses GET
    /api/courses POST
    /api/courses/:id DELETE
    /api/courses/:id GET
    /api/courses/:id PUT
    /api/courses/:id/cancel POST
    /api/courses/student/:id GET
    /api/courses/teacher GET
    /api/courses/teacher/:id GET
    /api/enrollment/:enrollmentId/refund POST
    /api/enrollment/checkout/cancel GET
    /api/enrollment/checkout/return GET
    /api/enrollment/course/:courseId/enroll POST
    /api/enrollment/course/:courseId/leave POST
    /api/enrollment/course/:courseId/seat GET
    /api/enrollment/course/:courseId/waiting-list DELETE
    /api/enrollment/course/:courseId/waiting-list POST
    /api/enrollment/student/enrollments GET
    /api/enrollment/teacher/students GET
    /api/guardian/child POST
    /api/guardian/conversations POST
    /api/guardian/end POST
    /api/guardian/link POST
    /api/guardian/messages POST
    /api/guardian/teacher-message POST
    /api/learning/certificates/:code/revoke POST
    /api/learning/courses/:courseId/certificate POST
    /api/learning/courses/:courseId/progress GET
    /api/media/upload/single POST
    /api/messages/:id DELETE
    /api/messages/:id/report POST
    /api/messages/blocks GET
    /api/messages/blocks POST
    /api/messages/blocks/:profileId DELETE
    /api/messages/contacts GET
    /api/messages/events GET
    /api/messages/people GET
    /api/messages/search GET
    /api/messages/threads POST
    /api/messages/threads/:id GET
    /api/messages/threads/:id/messages GET
    /api/messages/threads/:id/messages POST
    /api/messages/threads/:id/state PUT
    /api/messages/threads/:id/typing POST
    /api/messages/unread GET
    /api/newsletter POST
    /api/newsletter/confirm POST
    /api/newsletter/unsubscribe POST
    /api/openapi.json GET
    /api/plans/checkout POST
    /api/plans/checkout/return GET
    /api/plans/me GET
    /api/plans/me/invoices GET
    /api/plans/me/renewal PUT
    /api/plans/portal POST
    /api/plans/portal/return GET
    /api/quizzes/:id DELETE
    /api/quizzes/:id GET
    /api/quizzes/:id PUT
    /api/quizzes/:id/attempts POST
    /api/quizzes/:id/results GET
    /api/quizzes/attempts/:id GET
    /api/quizzes/course/:courseId GET
    /api/quizzes/course/:courseId POST
    /api/quran/pages/:number GET
    /api/quran/search GET
    /api/quran/surahs/:number GET
    /api/quran/verses/:verse GET
    /api/quran/words/:word GET
    /api/quran/words/:word/grammar GET
    /api/quran/words/:word/related GET
    /api/recitations/:id DELETE
    /api/recitations/:id PUT
    /api/recitations/course/:courseId GET
    /api/recitations/course/:courseId/guardian-link POST
    /api/recitations/course/:courseId/student/:studentId GET
    /api/recitations/course/:courseId/student/:studentId POST
    /api/recitations/course/:courseId/student/:studentId/passage GET
    /api/recitations/guardian-link/end POST
    /api/recitations/marks GET
    /api/reviews POST
    /api/reviews/:id DELETE
    /api/reviews/:id PATCH
    /api/reviews/:id/helpful POST
    /api/reviews/:id/report POST
    /api/reviews/own GET
    /api/reviews/resource/:id GET
    /api/reviews/resource/:id/stats GET
    /api/reviews/resource/type GET
    /api/reviews/resource/type/:type GET
    /api/reviews/search GET
    /api/students GET
    /api/students/:id GET
    /api/students/:id PATCH
    /api/students/:id PUT
    /api/students/featured GET
    /api/students/search GET
    /api/study/export GET
    /api/study/sync POST
    /api/teachers GET
    /api/teachers/:id GET
    /api/teachers/:id PATCH
    /api/teachers/:id PUT
    /api/teachers/:id/timeslots GET
    /api/teachers/:id/timeslots PUT
    /api/timeline GET
    /api/trials GET
    /api/trials POST
    /api/trials/:id DELETE
    /api/users/authUser/:userId GET
    /api/users/me DELETE
    /api/users/me/export GET
    /api/users/me/guardian GET
    /api/users/me/guardian/request POST
    /api/users/me/language GET
    /api/users/me/language PATCH
    /api/users/me/mails GET
    /api/users/me/mails PATCH
    /api/users/me/sessions DELETE
    /api/users/me/sessions GET
    /api/users/me/sessions/:sessionId DELETE
    /api/webhooks/stripe POST
    /api/webhooks/zoom POST
    /api/zoom-app/claims POST
    /api/zoom-app/link DELETE
    /api/zoom-app/link POST
    /api/zoom-app/link/code POST
    /api/zoom-app/links GET
    /api/zoom-app/links/:id DELETE
    /api/zoom-app/session POST
    /api/zoom/connect GET
    /api/zoom/connect/ticket POST
    /api/zoom/course/:courseId/meetings GET
    /api/zoom/disconnect POST
    /api/zoom/meetings POST
    /api/zoom/meetings/:id DELETE
    /api/zoom/meetings/:id PATCH
    /api/zoom/oauth/callback POST
    /api/zoom/status GET
    /api/zoom/teacher/meetings GET
    /calendar/:file GET
    /media/:key GET"
  `);
});
