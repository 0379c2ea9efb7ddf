import { Client, type QueryResult } from "pg";
import { clientSettings, type ServerSettings } from "./session-settings";

type Query = (...values: readonly unknown[]) => Promise<QueryResult | readonly QueryResult[]>;

/** The begin of a transaction, with its settings in the same message. */
const withSettings = (begin: string, settings: ServerSettings): string =>
  [
    begin,
    ...Object.entries(settings).map(([name, value]) => `SET LOCAL ${name} = '${value}'`),
  ].join("; ");

/** A client of a pooler (docs/operations.md#pgbouncer): no state or name of a statement outlives a transaction. */
export const poolerClient = (settings: ServerSettings): typeof Client =>
  class extends Client {
    constructor(...config: ConstructorParameters<typeof Client>) {
      super(...config);
      const send = super.query.bind(this) as Query;
      const query: Query = (statement, ...more) => {
        const { name: _, ...unnamed } =
          typeof statement === "string"
            ? { text: statement }
            : (statement as { text: string; name?: string });
        if (!unnamed.text?.startsWith("BEGIN")) return send(unnamed, ...more);
        // Only connections that wait for their result begin transactions.
        return send({ ...unnamed, text: withSettings(unnamed.text, settings) }).then((results) =>
          Array.isArray(results) ? results[0] : results,
        );
      };
      this.query = query as typeof this.query;
    }

    /** The parameters of a new connection, which the driver's types do not mention. */
    getStartupConf(): ServerSettings {
      const { getStartupConf } = Client.prototype as unknown as {
        getStartupConf: () => ServerSettings;
      };
      return { ...getStartupConf.call(this), ...clientSettings };
    }
  };
