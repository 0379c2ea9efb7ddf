-- AlterTable
ALTER TABLE "mails" ADD COLUMN     "creator_link_id" BIGINT;

-- CreateTable
CREATE TABLE "creator_links" (
    "id" BIGSERIAL NOT NULL,
    "poll_id" BIGINT NOT NULL,
    "address" TEXT NOT NULL,
    "token_digest" BYTEA NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "confirmed_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "creator_links_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "creator_links_token_digest_key" ON "creator_links"("token_digest");

-- CreateIndex
CREATE INDEX "creator_links_poll_id_address_idx" ON "creator_links"("poll_id", "address");

-- AddForeignKey
ALTER TABLE "mails" ADD CONSTRAINT "mails_creator_link_id_fkey" FOREIGN KEY ("creator_link_id") REFERENCES "creator_links"("id") ON DELETE CASCADE ON UPDATE CASCADE NOT VALID;

-- AddForeignKey
ALTER TABLE "creator_links" ADD CONSTRAINT "creator_links_poll_id_fkey" FOREIGN KEY ("poll_id") REFERENCES "polls"("id") ON DELETE CASCADE ON UPDATE CASCADE;
