ALTER TABLE "one_time_codes" DROP CONSTRAINT "one_time_codes_owner";--> statement-breakpoint
ALTER TABLE "sign_ups" DROP COLUMN "request_hash";--> statement-breakpoint
ALTER TABLE "one_time_codes" ADD CONSTRAINT "one_time_codes_owner" CHECK (case "one_time_codes"."purpose" when 'sign-up' then "one_time_codes"."user_id" is null else "one_time_codes"."sign_up_id" is null end);