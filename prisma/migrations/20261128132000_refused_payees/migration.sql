-- Why the provider refused a checkout for an account that it reports as ready.
ALTER TABLE "connected_accounts" ADD COLUMN     "refusal" TEXT;
