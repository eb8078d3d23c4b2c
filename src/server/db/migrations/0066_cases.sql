CREATE TABLE "case_evidence" (
	"id" text PRIMARY KEY NOT NULL,
	"case_id" text NOT NULL,
	"position" integer NOT NULL,
	"content" jsonb NOT NULL,
	"frozen_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "case_notes" (
	"id" text PRIMARY KEY NOT NULL,
	"case_id" text NOT NULL,
	"kind" text NOT NULL,
	"author_id" text,
	"text" text DEFAULT '' NOT NULL,
	"recipient" text,
	"recipient_id" text,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "case_reports" (
	"id" text PRIMARY KEY NOT NULL,
	"case_id" text NOT NULL,
	"reporter" text NOT NULL,
	"reporter_id" text,
	"email" text,
	"name" text,
	"language" text NOT NULL,
	"category" text,
	"details" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"withdrawn_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "cases" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"subject_kind" text NOT NULL,
	"subject_id" text NOT NULL,
	"title" text NOT NULL,
	"about_user_id" text,
	"status" text DEFAULT 'open' NOT NULL,
	"urgent" boolean DEFAULT false NOT NULL,
	"assignee_id" text,
	"version" integer DEFAULT 1 NOT NULL,
	"opened_at" timestamp (3) with time zone NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL,
	"decision" text,
	"decision_reason" text,
	"decided_at" timestamp (3) with time zone,
	"decided_by_id" text,
	"appealed_at" timestamp (3) with time zone,
	"appeal_text" text,
	"appeal_decided_at" timestamp (3) with time zone,
	"closed_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "comments" ADD COLUMN "removed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "hidden_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "case_evidence" ADD CONSTRAINT "case_evidence_case_id_cases_id_fk" FOREIGN KEY ("case_id") REFERENCES "public"."cases"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "case_notes" ADD CONSTRAINT "case_notes_case_id_cases_id_fk" FOREIGN KEY ("case_id") REFERENCES "public"."cases"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "case_notes" ADD CONSTRAINT "case_notes_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "case_notes" ADD CONSTRAINT "case_notes_recipient_id_users_id_fk" FOREIGN KEY ("recipient_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "case_reports" ADD CONSTRAINT "case_reports_case_id_cases_id_fk" FOREIGN KEY ("case_id") REFERENCES "public"."cases"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "case_reports" ADD CONSTRAINT "case_reports_reporter_id_users_id_fk" FOREIGN KEY ("reporter_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cases" ADD CONSTRAINT "cases_about_user_id_users_id_fk" FOREIGN KEY ("about_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cases" ADD CONSTRAINT "cases_assignee_id_users_id_fk" FOREIGN KEY ("assignee_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cases" ADD CONSTRAINT "cases_decided_by_id_users_id_fk" FOREIGN KEY ("decided_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "case_evidence_position" ON "case_evidence" USING btree ("case_id","position");--> statement-breakpoint
CREATE INDEX "case_notes_case_id" ON "case_notes" USING btree ("case_id","created_at");--> statement-breakpoint
CREATE INDEX "case_notes_author_id" ON "case_notes" USING btree ("author_id");--> statement-breakpoint
CREATE INDEX "case_notes_recipient_id" ON "case_notes" USING btree ("recipient_id");--> statement-breakpoint
CREATE INDEX "case_reports_case_id" ON "case_reports" USING btree ("case_id");--> statement-breakpoint
CREATE INDEX "case_reports_reporter_id" ON "case_reports" USING btree ("reporter_id");--> statement-breakpoint
CREATE INDEX "case_reports_email" ON "case_reports" USING btree ("email");--> statement-breakpoint
CREATE UNIQUE INDEX "cases_pending_subject" ON "cases" USING btree ("subject_kind","subject_id") WHERE "cases"."status" in ('open', 'waiting') and "cases"."appealed_at" is null;--> statement-breakpoint
CREATE INDEX "cases_status" ON "cases" USING btree ("status","urgent","opened_at");--> statement-breakpoint
CREATE INDEX "cases_about_user_id" ON "cases" USING btree ("about_user_id");--> statement-breakpoint
CREATE INDEX "cases_assignee_id" ON "cases" USING btree ("assignee_id");--> statement-breakpoint
CREATE INDEX "cases_decided_by_id" ON "cases" USING btree ("decided_by_id");--> statement-breakpoint
CREATE FUNCTION keep_case_evidence() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'The evidence of a case cannot be changed';
END
$$;
--> statement-breakpoint
CREATE TRIGGER "case_evidence_frozen" BEFORE UPDATE ON "case_evidence"
  FOR EACH ROW EXECUTE FUNCTION keep_case_evidence();
