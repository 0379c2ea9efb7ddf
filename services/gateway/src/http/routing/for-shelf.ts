import type { IncomingMessage } from "node:http";
import type { Db } from "@polls/db/connection";
import { readMarked, type Shelves, shelfOfId } from "@polls/db/shelves";
import type { Deps } from "../../deps";
import { ownUrlOf } from "../request/own-url";

/** The dependencies for a shelf. */
export function depsForShelf(deps: Deps, found: Db | Promise<Db>): Deps | Promise<Deps> {
  if (found instanceof Promise) return found.then((db) => depsForShelf(deps, db));
  if (found === deps.shelves.home) return deps;
  const { ownUrl } = deps;
  return ownUrl === undefined ? deps.forShelf(found) : { ...deps.forShelf(found), ownUrl };
}

/** The dependencies for a request of a page. */
export const forPage = (request: IncomingMessage, deps: Deps): Deps => ({
  ...deps,
  ownUrl: ownUrlOf(request, deps.config),
});

/** The shelves except `public`. Reads of these shelves are not in the snapshot of the request. */
export const othersOf = (shelves: Shelves): readonly Db[] =>
  shelves.all().filter((db) => db !== shelves.home);

const rowId = /^[1-9]\d{0,17}$/;

/** A request for a page, with the dependencies for the shelf that its address names. */
export interface ShelvedPage {
  /** The token is without the suffix of its shelf. */
  readonly params: Readonly<Record<string, string>>;
  readonly deps: Deps;
}

/**
 * Finds the shelf of a page by the hash of a poll, the id of a row, or the suffix of a token.
 */
export async function forShelfOfPage(
  deps: Deps,
  params: Readonly<Record<string, string>>,
): Promise<ShelvedPage> {
  const { hash, poll, mail, token } = params;
  const { shelves } = deps;
  if (hash !== undefined) return { params, deps: await depsForShelf(deps, shelves.ofPoll(hash)) };
  const id = poll ?? mail;
  if (id !== undefined) {
    const shelf = rowId.test(id) ? shelves.at(shelfOfId(BigInt(id))) : shelves.home;
    return { params, deps: await depsForShelf(deps, shelf) };
  }
  if (token === undefined) return { params, deps };
  const marked = readMarked(token);
  return {
    params: { ...params, token: marked.token },
    deps: await depsForShelf(deps, shelves.at(marked.shelf)),
  };
}
