-- A checkout that the provider refuses for good has a state of its own.
ALTER TABLE "checkouts" DROP CONSTRAINT "checkouts_state",
  ADD CONSTRAINT "checkouts_state" CHECK ("state" IN ('asked', 'open', 'processing', 'paid', 'expired', 'failed', 'refused')) NOT VALID;
