ALTER TABLE "one_time_codes" ADD COLUMN "requested_by" text;--> statement-breakpoint
ALTER TABLE "one_time_codes" ADD COLUMN "requested_from" text;--> statement-breakpoint
ALTER TABLE "one_time_codes" ADD COLUMN "unbound_attempts" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "one_time_codes" ADD COLUMN "strange_attempts" integer DEFAULT 0 NOT NULL;