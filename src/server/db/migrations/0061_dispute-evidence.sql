CREATE TABLE "dispute_evidence" (
	"dispute_id" text PRIMARY KEY NOT NULL,
	"statement" text NOT NULL,
	"saved_at" timestamp (3) with time zone NOT NULL,
	"requested_at" timestamp (3) with time zone,
	"sent" jsonb,
	"attempt" integer DEFAULT 0 NOT NULL,
	"submitted_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "dispute_evidence" ADD CONSTRAINT "dispute_evidence_dispute_id_disputes_id_fk" FOREIGN KEY ("dispute_id") REFERENCES "public"."disputes"("id") ON DELETE cascade ON UPDATE no action;