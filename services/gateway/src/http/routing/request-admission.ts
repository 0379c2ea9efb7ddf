import type { PrismaQueryable } from "@polls/db/sql";
import type { Request } from "express";
import type { Deps } from "../../deps";
import { headerOf } from "../request/request-facts";
import {
  admitToPoll,
  matchPassword,
  PasswordNeeded,
  type PollCall,
  type PollContext,
  pollCall,
  withoutLock,
} from "./admission";
import { type Endpoint, isChange } from "./endpoint";

interface RequestToPoll {
  readonly endpoint: Endpoint;
  readonly params: Readonly<Record<string, string>>;
  readonly request: Request;
  readonly clientAddress: string;
}

export interface RequestAdmission {
  /** The request to its poll, with the password that is checked so far. */
  readonly call: () => PollCall;
  /** Admits the request outside of a transaction, with the password check that it needs. */
  readonly admit: () => Promise<PollContext>;
  /** Admits the request in its transaction or snapshot. Throws `PasswordNeeded`. */
  readonly admitIn: (tx: PrismaQueryable) => Promise<PollContext>;
  /** If the work throws `PasswordNeeded`, checks the password once for the request, and runs it again. */
  readonly withPassword: <Result>(work: () => Promise<Result>) => Promise<Result>;
}

/** Undefined: the endpoint has no poll. */
export function admissionOf(
  { endpoint, params, request, clientAddress }: RequestToPoll,
  authenticated: Pick<PollCall, "actor" | "matchedPasswordHash">,
  deps: Pick<Deps, "config" | "db" | "momentOf" | "ownUrl" | "pollPasswords" | "serviceState">,
): RequestAdmission | undefined {
  const { poll: rule } = endpoint;
  if (rule === undefined) return undefined;
  const pollHash = params[rule.param] ?? "";
  const header = (name: string) => headerOf(request, name);
  let call = pollCall(
    { clientAddress, pollHash, changes: isChange(endpoint), ...authenticated },
    header,
    deps,
  );
  const locks = endpoint.run === "transaction";
  const admission: RequestAdmission = {
    call: () => call,
    admit: () => admission.withPassword(() => admitToPoll(deps.db, withoutLock(rule), call, deps)),
    admitIn: (tx) => admitToPoll(tx, locks ? rule : withoutLock(rule), call, deps),
    async withPassword(work) {
      for (;;) {
        try {
          return await work();
        } catch (error) {
          if (!(error instanceof PasswordNeeded)) throw error;
          call = await matchPassword(error.admission, call, deps);
        }
      }
    },
  };
  return admission;
}
