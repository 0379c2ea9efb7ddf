-- CreateTable
CREATE TABLE "named_tokens" (
    "id" BIGSERIAL NOT NULL,
    "public_id" TEXT NOT NULL,
    "account_id" BIGINT NOT NULL,
    "name" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "scope" TEXT NOT NULL,
    "digest" BYTEA NOT NULL,
    "last_four" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3),
    "last_used_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "named_tokens_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "named_tokens_public_id_key" ON "named_tokens"("public_id");

-- CreateIndex
CREATE UNIQUE INDEX "named_tokens_digest_key" ON "named_tokens"("digest");

-- CreateIndex
CREATE INDEX "named_tokens_account_id_idx" ON "named_tokens"("account_id");

-- AddForeignKey
ALTER TABLE "named_tokens" ADD CONSTRAINT "named_tokens_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "named_tokens" ADD CONSTRAINT "named_tokens_kind" CHECK ("kind" IN ('private', 'public'));
ALTER TABLE "named_tokens" ADD CONSTRAINT "named_tokens_scope" CHECK ("scope" IN ('read', 'vote', 'manage'));
