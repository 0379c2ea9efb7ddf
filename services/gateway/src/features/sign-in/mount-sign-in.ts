import { Invalid, isEmail, readBody, TooManyRequests } from "@polls/domain";
import type { Express } from "express";
import { z } from "zod";
import type { Deps } from "../../deps";
import { clientAddressOf, networkOf } from "../../http/client-address";
import { replyToError } from "../../http/error-handler";
import { readJson } from "../../http/json-body";
import type { Reply } from "../../http/reply";
import { requestIdOf } from "../../http/request-id";
import { noteRequest } from "../../http/request-log";
import { send } from "../../http/send";
import { preferredLanguage } from "../../pages/languages/language";
import { requestSignIn } from "./request-sign-in";

const PATH = "/api/v1/account/sign_in";
const WINDOW_MS = 60_000;
const PER_MINUTE = 10;

const body = z.strictObject({
  email: z.string().refine((text) => isEmail(text), "must be an e-mail address"),
});

/** `POST /api/v1/account/sign_in`: needs no token, as it is for who has none, and always answers the same. */
export function mountSignIn(app: Express, deps: Deps): void {
  app.post(PATH, async (request, response) => {
    const requestId = requestIdOf(request, response);
    noteRequest(response, { route: PATH });
    const answer = async (): Promise<Reply> => {
      const network = networkOf(clientAddressOf(request, deps.config.trustedProxies));
      const limit = deps.rateLimiter.take(`sign-in:${network}`, PER_MINUTE, WINDOW_MS);
      if (!limit.allowed) throw new TooManyRequests(limit.resetSeconds);
      const reading = readBody(body, await readJson(request));
      if (!reading.ok) throw new Invalid(reading.errors);
      const language = preferredLanguage(request.headers["accept-language"]);
      await requestSignIn(deps, { ...reading.value, language, now: deps.clock() });
      return {
        status: 202,
        body: { message: "If there is an account with this address, a mail is on its way to it." },
      };
    };
    const reply = await answer().catch((error: unknown) => {
      const told = replyToError(error, requestId);
      if (told.defect) deps.log.error({ err: error, requestId, route: PATH }, "request failed");
      return told.reply;
    });
    await send(request, response, reply);
  });
}
