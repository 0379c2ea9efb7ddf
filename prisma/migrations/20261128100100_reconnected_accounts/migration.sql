-- Since when a disconnected account is connected again, until the provider confirms that it still knows it.
ALTER TABLE "connected_accounts" ADD COLUMN     "reconnected_at" TIMESTAMPTZ(3);
