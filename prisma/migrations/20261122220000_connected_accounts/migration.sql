-- CreateTable
CREATE TABLE "connected_accounts" (
    "id" BIGSERIAL NOT NULL,
    "token" TEXT NOT NULL,
    "account_id" BIGINT NOT NULL,
    "country" TEXT,
    "state" TEXT NOT NULL DEFAULT 'preparing',
    "provider_account_id" TEXT,
    "charges_enabled" BOOLEAN NOT NULL DEFAULT false,
    "payouts_enabled" BOOLEAN NOT NULL DEFAULT false,
    "link_url" TEXT,
    "link_expires_at" TIMESTAMPTZ(3),
    "link_asked_at" TIMESTAMPTZ(3),
    "looked_at" TIMESTAMPTZ(3),
    "next_look_at" TIMESTAMPTZ(3),
    "attempt" INTEGER NOT NULL DEFAULT 1,
    "version" INTEGER NOT NULL DEFAULT 0,
    "ended_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "connected_accounts_pkey" PRIMARY KEY ("id")
);

-- AlterTable
ALTER TABLE "checkouts" ADD COLUMN     "destination" TEXT,
ADD COLUMN     "fee" BIGINT NOT NULL DEFAULT 0,
ADD COLUMN     "reversal_attempt" INTEGER NOT NULL DEFAULT 1,
ADD COLUMN     "reversed" BIGINT NOT NULL DEFAULT 0,
ADD COLUMN     "to_reverse" BIGINT NOT NULL DEFAULT 0;

-- CreateIndex
CREATE UNIQUE INDEX "connected_accounts_token_key" ON "connected_accounts"("token");

-- CreateIndex
CREATE UNIQUE INDEX "connected_accounts_account_id_key" ON "connected_accounts"("account_id");

-- CreateIndex
CREATE UNIQUE INDEX "connected_accounts_provider_account_id_key" ON "connected_accounts"("provider_account_id");

-- CreateIndex
CREATE INDEX "connected_accounts_next_look_at_idx" ON "connected_accounts"("next_look_at");

-- AddForeignKey
ALTER TABLE "connected_accounts" ADD CONSTRAINT "connected_accounts_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "connected_accounts" ADD CONSTRAINT "connected_accounts_state" CHECK ("state" IN ('preparing', 'onboarding', 'ready', 'restricted', 'refused'));
