CREATE TABLE "one_time_codes" (
	"id" text PRIMARY KEY NOT NULL,
	"purpose" text NOT NULL,
	"email" text NOT NULL,
	"sign_up_id" text,
	"user_id" text,
	"code_hash" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	CONSTRAINT "one_time_codes_attempts" CHECK ("one_time_codes"."attempts" between 0 and 5),
	CONSTRAINT "one_time_codes_owner" CHECK (("one_time_codes"."purpose" = 'sign-up') = ("one_time_codes"."sign_up_id" is not null))
);
--> statement-breakpoint
CREATE TABLE "reset_tokens" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"token_hash" text NOT NULL,
	"previous_token_hash" text,
	"rotated_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"revoked_at" timestamp (3) with time zone,
	"user_agent" text
);
--> statement-breakpoint
CREATE TABLE "sign_ups" (
	"id" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"name" text NOT NULL,
	"password_hash" text NOT NULL,
	"request_hash" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "signing_keys" (
	"id" text PRIMARY KEY NOT NULL,
	"public_jwk" jsonb NOT NULL,
	"private_jwk_encrypted" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"retires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"name" text NOT NULL,
	"password_hash" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"password_changed_at" timestamp (3) with time zone,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "users_email_lower" CHECK ("users"."email" = lower("users"."email"))
);
--> statement-breakpoint
CREATE TABLE "course_schedule" (
	"id" text PRIMARY KEY NOT NULL,
	"course_id" text NOT NULL,
	"position" smallint NOT NULL,
	"day" smallint NOT NULL,
	"start_time" time NOT NULL,
	"end_time" time NOT NULL,
	"teacher_id" text NOT NULL,
	"start_date" date,
	"end_date" date,
	"published" boolean DEFAULT false NOT NULL,
	CONSTRAINT "course_schedule_day" CHECK ("course_schedule"."day" between 1 and 7),
	CONSTRAINT "course_schedule_order" CHECK ("course_schedule"."end_time" > "course_schedule"."start_time")
);
--> statement-breakpoint
CREATE TABLE "courses" (
	"id" text PRIMARY KEY NOT NULL,
	"teacher_id" text NOT NULL,
	"title" text NOT NULL,
	"search_title" text NOT NULL,
	"description" text NOT NULL,
	"level" text NOT NULL,
	"category" text,
	"language" text,
	"image_urls" text[] DEFAULT '{}' NOT NULL,
	"topics" text[] DEFAULT '{}' NOT NULL,
	"objectives" text[] DEFAULT '{}' NOT NULL,
	"requirements" text[] DEFAULT '{}' NOT NULL,
	"price_cents" integer NOT NULL,
	"has_discount" boolean DEFAULT false NOT NULL,
	"discount_price_cents" integer,
	"duration" smallint NOT NULL,
	"start_date" date,
	"end_date" date,
	"max_students" integer NOT NULL,
	"status" text DEFAULT 'draft' NOT NULL,
	"verified" boolean DEFAULT false NOT NULL,
	"rating_sum" integer DEFAULT 0 NOT NULL,
	"rating_count" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone,
	CONSTRAINT "courses_price" CHECK ("courses"."price_cents" = 0 or "courses"."price_cents" >= 50),
	CONSTRAINT "courses_discount" CHECK (not "courses"."has_discount" or ("courses"."discount_price_cents" is not null and "courses"."discount_price_cents" <= "courses"."price_cents" and ("courses"."discount_price_cents" = 0 or "courses"."discount_price_cents" >= 50))),
	CONSTRAINT "courses_seats" CHECK ("courses"."max_students" >= 1),
	CONSTRAINT "courses_duration" CHECK ("courses"."duration" >= 1),
	CONSTRAINT "courses_dates" CHECK ("courses"."end_date" >= "courses"."start_date"),
	CONSTRAINT "courses_published_dates" CHECK ("courses"."status" <> 'published' or ("courses"."start_date" is not null and "courses"."end_date" is not null)),
	CONSTRAINT "courses_rating" CHECK ("courses"."rating_sum" between "courses"."rating_count" and 5 * "courses"."rating_count")
);
--> statement-breakpoint
CREATE TABLE "enrolments" (
	"id" text PRIMARY KEY NOT NULL,
	"course_id" text NOT NULL,
	"student_id" text NOT NULL,
	"status" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"fee_cents" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"hold_expires_at" timestamp (3) with time zone,
	"enrolled_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "enrolments_amount" CHECK ("enrolments"."amount_cents" = 0 or "enrolments"."amount_cents" >= 50),
	CONSTRAINT "enrolments_fee" CHECK ("enrolments"."fee_cents" between 0 and "enrolments"."amount_cents"),
	CONSTRAINT "enrolments_enrolled_at" CHECK ("enrolments"."status" <> 'enrolled' or "enrolments"."enrolled_at" is not null),
	CONSTRAINT "enrolments_hold" CHECK ("enrolments"."status" <> 'held' or "enrolments"."hold_expires_at" is not null)
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"key" varchar(255) PRIMARY KEY NOT NULL,
	"points" integer DEFAULT 0 NOT NULL,
	"expire" bigint
);
--> statement-breakpoint
CREATE TABLE "uploads" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"key" text NOT NULL,
	"bytes" integer NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "attendances" (
	"id" text PRIMARY KEY NOT NULL,
	"meeting_id" text NOT NULL,
	"student_id" text NOT NULL,
	"joined_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "connect_tickets" (
	"ticket_hash" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "meetings" (
	"id" text PRIMARY KEY NOT NULL,
	"teacher_id" text NOT NULL,
	"course_id" text NOT NULL,
	"topic" text NOT NULL,
	"start_time" timestamp (3) with time zone NOT NULL,
	"duration" smallint NOT NULL,
	"time_zone" text NOT NULL,
	"settings" jsonb NOT NULL,
	"status" text DEFAULT 'scheduled' NOT NULL,
	"zoom_meeting_id" text NOT NULL,
	"zoom_join_url" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"started_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "meetings_duration" CHECK ("meetings"."duration" between 15 and 300)
);
--> statement-breakpoint
CREATE TABLE "oauth_states" (
	"state_hash" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"code_verifier_encrypted" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "zoom_connections" (
	"id" text PRIMARY KEY NOT NULL,
	"teacher_id" text NOT NULL,
	"zoom_user_id" text NOT NULL,
	"zoom_account_id" text,
	"access_token_encrypted" text NOT NULL,
	"refresh_token_encrypted" text NOT NULL,
	"access_token_expires_at" timestamp (3) with time zone NOT NULL,
	"scopes" text DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "payment_accounts" (
	"id" text PRIMARY KEY NOT NULL,
	"teacher_id" text NOT NULL,
	"provider_account_id" text,
	"details_submitted" boolean DEFAULT false NOT NULL,
	"charges_enabled" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"id" text PRIMARY KEY NOT NULL,
	"enrolment_id" text NOT NULL,
	"status" text DEFAULT 'open' NOT NULL,
	"amount_cents" integer NOT NULL,
	"fee_cents" integer NOT NULL,
	"currency" text DEFAULT 'usd' NOT NULL,
	"destination_account_id" text NOT NULL,
	"session_id" text,
	"checkout_url" text,
	"session_expires_at" timestamp (3) with time zone,
	"payment_intent_id" text,
	"charge_id" text,
	"refund_id" text,
	"refund_reason" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"paid_at" timestamp (3) with time zone,
	"refunded_at" timestamp (3) with time zone,
	CONSTRAINT "payments_amount" CHECK ("payments"."amount_cents" >= 50),
	CONSTRAINT "payments_fee" CHECK ("payments"."fee_cents" between 0 and "payments"."amount_cents")
);
--> statement-breakpoint
CREATE TABLE "webhook_events" (
	"id" text PRIMARY KEY NOT NULL,
	"provider" text NOT NULL,
	"type" text NOT NULL,
	"payload" jsonb NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	"processed_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "certifications" (
	"id" text PRIMARY KEY NOT NULL,
	"teacher_id" text NOT NULL,
	"position" smallint NOT NULL,
	"name" text NOT NULL,
	"issuing_authority" text NOT NULL,
	"year" smallint NOT NULL,
	"verification_url" text
);
--> statement-breakpoint
CREATE TABLE "educations" (
	"id" text PRIMARY KEY NOT NULL,
	"teacher_id" text NOT NULL,
	"position" smallint NOT NULL,
	"degree" text NOT NULL,
	"major" text,
	"institution" text NOT NULL,
	"year" smallint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "profiles" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"role" text NOT NULL,
	"name" text NOT NULL,
	"phone_number" text,
	"country" text NOT NULL,
	"time_zone" text DEFAULT 'UTC' NOT NULL,
	"gender" text,
	"native_language" text,
	"quran_level" text,
	"spoken_languages" text[] DEFAULT '{}' NOT NULL,
	"profile_image_url" text,
	"age" smallint,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone,
	"parent_guardian_name" text,
	"parent_guardian_contact" text,
	"learning_goals" text[] DEFAULT '{}' NOT NULL,
	"preferred_teaching_methods" text[] DEFAULT '{}' NOT NULL,
	"featured" boolean DEFAULT false NOT NULL,
	"bio" text,
	"specializations" text[] DEFAULT '{}' NOT NULL,
	"years_of_experience" smallint,
	"hourly_rate" smallint,
	"verified" boolean DEFAULT false NOT NULL,
	"rating_sum" integer DEFAULT 0 NOT NULL,
	"rating_count" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "profiles_age" CHECK ("profiles"."age" between 5 and 99),
	CONSTRAINT "profiles_rating" CHECK ("profiles"."rating_sum" between "profiles"."rating_count" and 5 * "profiles"."rating_count"),
	CONSTRAINT "profiles_student_only" CHECK ("profiles"."role" = 'student' or ("profiles"."parent_guardian_name" is null and "profiles"."parent_guardian_contact" is null and not "profiles"."featured")),
	CONSTRAINT "profiles_teacher_only" CHECK ("profiles"."role" = 'teacher' or ("profiles"."bio" is null and "profiles"."years_of_experience" is null and "profiles"."hourly_rate" is null and not "profiles"."verified"))
);
--> statement-breakpoint
CREATE TABLE "time_slots" (
	"id" text PRIMARY KEY NOT NULL,
	"teacher_id" text NOT NULL,
	"day" smallint NOT NULL,
	"start_time" time NOT NULL,
	"end_time" time NOT NULL,
	"is_booked" boolean DEFAULT false NOT NULL,
	CONSTRAINT "time_slots_day" CHECK ("time_slots"."day" between 1 and 7),
	CONSTRAINT "time_slots_order" CHECK ("time_slots"."end_time" > "time_slots"."start_time")
);
--> statement-breakpoint
CREATE TABLE "review_marks" (
	"review_id" text NOT NULL,
	"user_id" text NOT NULL,
	"kind" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "review_marks_review_id_user_id_kind_pk" PRIMARY KEY("review_id","user_id","kind")
);
--> statement-breakpoint
CREATE TABLE "reviews" (
	"id" text PRIMARY KEY NOT NULL,
	"author_id" text NOT NULL,
	"resource_type" text NOT NULL,
	"resource_id" text NOT NULL,
	"rating" smallint NOT NULL,
	"content" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone,
	"hidden_at" timestamp (3) with time zone,
	CONSTRAINT "reviews_rating" CHECK ("reviews"."rating" between 1 and 5)
);
--> statement-breakpoint
ALTER TABLE "one_time_codes" ADD CONSTRAINT "one_time_codes_sign_up_id_sign_ups_id_fk" FOREIGN KEY ("sign_up_id") REFERENCES "public"."sign_ups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "one_time_codes" ADD CONSTRAINT "one_time_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reset_tokens" ADD CONSTRAINT "reset_tokens_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "course_schedule" ADD CONSTRAINT "course_schedule_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "courses" ADD CONSTRAINT "courses_teacher_id_profiles_id_fk" FOREIGN KEY ("teacher_id") REFERENCES "public"."profiles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "enrolments" ADD CONSTRAINT "enrolments_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "enrolments" ADD CONSTRAINT "enrolments_student_id_profiles_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."profiles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attendances" ADD CONSTRAINT "attendances_meeting_id_meetings_id_fk" FOREIGN KEY ("meeting_id") REFERENCES "public"."meetings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attendances" ADD CONSTRAINT "attendances_student_id_profiles_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."profiles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "connect_tickets" ADD CONSTRAINT "connect_tickets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "meetings" ADD CONSTRAINT "meetings_teacher_id_profiles_id_fk" FOREIGN KEY ("teacher_id") REFERENCES "public"."profiles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "meetings" ADD CONSTRAINT "meetings_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oauth_states" ADD CONSTRAINT "oauth_states_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "zoom_connections" ADD CONSTRAINT "zoom_connections_teacher_id_profiles_id_fk" FOREIGN KEY ("teacher_id") REFERENCES "public"."profiles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_accounts" ADD CONSTRAINT "payment_accounts_teacher_id_profiles_id_fk" FOREIGN KEY ("teacher_id") REFERENCES "public"."profiles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_enrolment_id_enrolments_id_fk" FOREIGN KEY ("enrolment_id") REFERENCES "public"."enrolments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "certifications" ADD CONSTRAINT "certifications_teacher_id_profiles_id_fk" FOREIGN KEY ("teacher_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "educations" ADD CONSTRAINT "educations_teacher_id_profiles_id_fk" FOREIGN KEY ("teacher_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "profiles" ADD CONSTRAINT "profiles_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "time_slots" ADD CONSTRAINT "time_slots_teacher_id_profiles_id_fk" FOREIGN KEY ("teacher_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_marks" ADD CONSTRAINT "review_marks_review_id_reviews_id_fk" FOREIGN KEY ("review_id") REFERENCES "public"."reviews"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_marks" ADD CONSTRAINT "review_marks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "one_time_codes_email" ON "one_time_codes" USING btree ("email","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "sessions_token_hash" ON "sessions" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "sessions_previous_token_hash" ON "sessions" USING btree ("previous_token_hash");--> statement-breakpoint
CREATE INDEX "sessions_user_id" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sign_ups_email" ON "sign_ups" USING btree ("email","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email" ON "users" USING btree ("email");--> statement-breakpoint
CREATE INDEX "course_schedule_course_id" ON "course_schedule" USING btree ("course_id","position");--> statement-breakpoint
CREATE INDEX "courses_teacher_id" ON "courses" USING btree ("teacher_id","created_at");--> statement-breakpoint
CREATE INDEX "courses_newest" ON "courses" USING btree ("status","created_at","id");--> statement-breakpoint
CREATE INDEX "courses_popularity" ON "courses" USING btree ("status","rating_count","id");--> statement-breakpoint
CREATE INDEX "courses_level" ON "courses" USING btree ("status","level","created_at");--> statement-breakpoint
CREATE INDEX "courses_topics" ON "courses" USING gin ("topics");--> statement-breakpoint
CREATE INDEX "courses_search" ON "courses" USING gin ("search_title" gin_trgm_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "enrolments_one_seat" ON "enrolments" USING btree ("course_id","student_id") WHERE "enrolments"."status" in ('held', 'enrolled');--> statement-breakpoint
CREATE INDEX "enrolments_course_id" ON "enrolments" USING btree ("course_id","status");--> statement-breakpoint
CREATE INDEX "enrolments_student_id" ON "enrolments" USING btree ("student_id","status");--> statement-breakpoint
CREATE INDEX "enrolments_holds" ON "enrolments" USING btree ("hold_expires_at") WHERE "enrolments"."status" = 'held';--> statement-breakpoint
CREATE INDEX "rate_limits_expire" ON "rate_limits" USING btree ("expire");--> statement-breakpoint
CREATE UNIQUE INDEX "uploads_key" ON "uploads" USING btree ("key");--> statement-breakpoint
CREATE INDEX "uploads_user_id" ON "uploads" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "attendances_once" ON "attendances" USING btree ("meeting_id","student_id");--> statement-breakpoint
CREATE INDEX "attendances_student_id" ON "attendances" USING btree ("student_id");--> statement-breakpoint
CREATE INDEX "meetings_course_id" ON "meetings" USING btree ("course_id","start_time");--> statement-breakpoint
CREATE INDEX "meetings_teacher_id" ON "meetings" USING btree ("teacher_id","start_time");--> statement-breakpoint
CREATE UNIQUE INDEX "meetings_zoom_meeting_id" ON "meetings" USING btree ("zoom_meeting_id");--> statement-breakpoint
CREATE UNIQUE INDEX "zoom_connections_teacher_id" ON "zoom_connections" USING btree ("teacher_id");--> statement-breakpoint
CREATE INDEX "zoom_connections_zoom_user_id" ON "zoom_connections" USING btree ("zoom_user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_accounts_teacher_id" ON "payment_accounts" USING btree ("teacher_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_accounts_provider_account_id" ON "payment_accounts" USING btree ("provider_account_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payments_enrolment_id" ON "payments" USING btree ("enrolment_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payments_session_id" ON "payments" USING btree ("session_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payments_payment_intent_id" ON "payments" USING btree ("payment_intent_id");--> statement-breakpoint
CREATE INDEX "payments_unsettled" ON "payments" USING btree ("status") WHERE "payments"."status" in ('open', 'refunding');--> statement-breakpoint
CREATE INDEX "webhook_events_received_at" ON "webhook_events" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "certifications_teacher_id" ON "certifications" USING btree ("teacher_id","position");--> statement-breakpoint
CREATE INDEX "educations_teacher_id" ON "educations" USING btree ("teacher_id","position");--> statement-breakpoint
CREATE UNIQUE INDEX "profiles_user_id" ON "profiles" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "profiles_role_created_at" ON "profiles" USING btree ("role","created_at");--> statement-breakpoint
CREATE INDEX "time_slots_teacher_id" ON "time_slots" USING btree ("teacher_id");--> statement-breakpoint
CREATE UNIQUE INDEX "reviews_once" ON "reviews" USING btree ("author_id","resource_type","resource_id");--> statement-breakpoint
CREATE INDEX "reviews_resource" ON "reviews" USING btree ("resource_type","resource_id","created_at");