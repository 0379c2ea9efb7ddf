import type { IncomingMessage } from "node:http";
import type { Db } from "@polls/db/connection";
import { readMarked, type Shards, shardOfId } from "@polls/db/shards";
import type { Deps } from "../../deps";
import { ownUrlOf } from "../request/own-url";

export function depsForShard(deps: Deps, found: Db | Promise<Db>): Deps | Promise<Deps> {
  if (found instanceof Promise) return found.then((db) => depsForShard(deps, db));
  if (found === deps.shards.home) return deps;
  const { ownUrl } = deps;
  return ownUrl === undefined ? deps.forShard(found) : { ...deps.forShard(found), ownUrl };
}

export const forPage = (request: IncomingMessage, deps: Deps): Deps => ({
  ...deps,
  ownUrl: ownUrlOf(request, deps.config),
});

/** The shards except `public`. Reads of these shards are not in the snapshot of the request. */
export const othersOf = (shards: Shards): readonly Db[] =>
  shards.all().filter((db) => db !== shards.home);

const rowId = /^[1-9]\d{0,17}$/;

/** A request for a page, with the dependencies for the shard that its address names. */
export interface ShelvedPage {
  /** The token is without the suffix of its shard. */
  readonly params: Readonly<Record<string, string>>;
  readonly deps: Deps;
}

/** Finds the shard by the hash of a poll, the id of a row, or the suffix of a token. */
export async function forShardOfPage(
  deps: Deps,
  params: Readonly<Record<string, string>>,
): Promise<ShelvedPage> {
  const { hash, poll, mail, token } = params;
  const { shards } = deps;
  if (hash !== undefined) return { params, deps: await depsForShard(deps, shards.ofPoll(hash)) };
  const id = poll ?? mail;
  if (id !== undefined) {
    const shard = rowId.test(id) ? shards.at(shardOfId(BigInt(id))) : shards.home;
    return { params, deps: await depsForShard(deps, shard) };
  }
  if (token === undefined) return { params, deps };
  const marked = readMarked(token);
  return {
    params: { ...params, token: marked.token },
    deps: await depsForShard(deps, shards.at(marked.shard)),
  };
}
