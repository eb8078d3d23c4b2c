// The part of Zoom's answers that the product reads. Loose: Zoom may add fields at any time.
import * as z from "zod/mini";

export const tokensSchema = z.looseObject({
  access_token: z.string().check(z.minLength(1)),
  refresh_token: z.string().check(z.minLength(1)),
  /** Seconds. */
  expires_in: z.number().check(z.positive()),
  scope: z._default(z.string(), ""),
});

export const userSchema = z.looseObject({
  id: z.string().check(z.minLength(1)),
  account_id: z._default(z.string(), ""),
  email: z._default(z.string(), ""),
  display_name: z._default(z.string(), ""),
});

/** Links lead people away from the site: nothing but http and https may come through. */
const link = z.url({ protocol: /^https?$/ });

export const meetingSchema = z.looseObject({
  id: z.int(),
  uuid: z.string().check(z.minLength(1)),
  topic: z.string(),
  start_time: z.optional(z.iso.datetime({ offset: true })),
  duration: z.optional(z.number()),
  timezone: z._default(z.string(), "UTC"),
  join_url: link,
  start_url: link,
  password: z._default(z.string(), ""),
  status: z.optional(z.string()),
});

/** One page of a person's meetings; the token of the next one is empty on the last. */
export const meetingListSchema = z.looseObject({
  next_page_token: z._default(z.string(), ""),
  meetings: z.array(
    z.looseObject({
      id: z.int(),
      agenda: z._default(z.string(), ""),
      created_at: z._default(z.string(), ""),
    }),
  ),
});

/** Refusals of the REST API carry `code` and `message`, those of OAuth `reason` and `error`. */
export const refusalSchema = z.looseObject({
  code: z.optional(z.number()),
  message: z.optional(z.string()),
  reason: z.optional(z.string()),
  error: z.optional(z.string()),
  errors: z.optional(
    z.array(z.looseObject({ field: z.optional(z.string()), message: z.optional(z.string()) })),
  ),
});
