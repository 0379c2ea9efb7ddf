-- Apart from the constraint, so that writers wait for neither.
ALTER TABLE "checkouts" VALIDATE CONSTRAINT "checkouts_state";
