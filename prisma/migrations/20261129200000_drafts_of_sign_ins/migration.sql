-- Polls that links to sign in or up create.
CREATE TABLE "sign_in_drafts" (
    "sign_in_id" BIGINT NOT NULL,
    "title" TEXT NOT NULL,
    "body" JSONB NOT NULL,
    "request_key" TEXT NOT NULL,
    "organization_public_id" TEXT,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sign_in_drafts_pkey" PRIMARY KEY ("sign_in_id")
);
CREATE INDEX "sign_in_drafts_expires_at_idx" ON "sign_in_drafts"("expires_at");
ALTER TABLE "sign_in_drafts" ADD CONSTRAINT "sign_in_drafts_sign_in_id_fkey" FOREIGN KEY ("sign_in_id") REFERENCES "sign_ins"("id") ON DELETE CASCADE ON UPDATE CASCADE;
