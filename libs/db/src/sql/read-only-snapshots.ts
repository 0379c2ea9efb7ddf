import { PrismaPg } from "@prisma/adapter-pg";

/** Prisma names no read-only transactions. Here those with an isolation level of their own are. */
export class ReadOnlySnapshots extends PrismaPg {
  override async connect(): Promise<Awaited<ReturnType<PrismaPg["connect"]>>> {
    const adapter = await super.connect();
    const start = adapter.startTransaction.bind(adapter);
    adapter.startTransaction = (level) =>
      start(level === undefined ? level : (`${level}, READ ONLY` as typeof level));
    return adapter;
  }
}
