// The parts of Zoom's responses that the product reads. The objects are loose because Zoom may add
// fields at any time.
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

/** Only http and https, because these links lead people away from the site. */
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

/** The link has a scheme of Zoom's client, or leads to Zoom's site, which opens the client. */
export const deepLinkSchema = z.looseObject({
  deeplink: z.url({ protocol: /^(https?|zoommtg|zoomus)$/ }),
});

/** One page of a person's meetings. The token of the next page is empty on the last one. */
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

/**
 * Error responses of the REST API have `code` and `message`; those of OAuth have `reason` and
 * `error`.
 */
export const refusalSchema = z.looseObject({
  code: z.optional(z.number()),
  message: z.optional(z.string()),
  reason: z.optional(z.string()),
  error: z.optional(z.string()),
  errors: z.optional(
    z.array(z.looseObject({ field: z.optional(z.string()), message: z.optional(z.string()) })),
  ),
});
