import type { Queryable } from "../sql/queryable";
import { command, query } from "../sql/statement";

const createSql = command(
  "create-deployment",
  "INSERT INTO deployments (id) VALUES (gen_random_uuid()) ON CONFLICT DO NOTHING",
);

const findSql = query<{ id: string }>("find-deployment", "SELECT id FROM deployments");

/** The id of the deployment of this database, which the first call creates. A restored copy has another. */
export async function deploymentId(queryable: Queryable): Promise<string> {
  const find = async () => (await queryable.run(findSql())).rows[0]?.id;
  const id = (await find()) ?? (await queryable.run(createSql()).then(find));
  if (id === undefined) throw new Error("the id of the deployment was not stored");
  return id;
}
