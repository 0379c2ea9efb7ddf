import { absentOrNull, isEmail } from "@polls/domain/input";
import type { ProblemSentence } from "@polls/domain/refusals";
import { Blocked, Invalid } from "@polls/domain/refusals";
import { z } from "zod";
import { mailRequestOf } from "../../http/limits/mail-request";
import { spend } from "../../http/limits/rate-limit";
import { reply } from "../../http/replies/reply";
import { field, named } from "../../http/replies/schema-parts";
import { networkOf } from "../../http/request/client-address";
import { endpointsOf } from "../../http/routing/endpoint";
import { returnPathOf } from "../page-sessions/return-path";
import { draftOf, NewPollOfLink } from "./new-poll-of-link";
import { requestSignIn } from "./request-sign-in";

const endpoint = endpointsOf({ tag: "Account", auth: "none" });

const PER_MINUTE = 10;
/** Of a request with a new poll. */
const BODY_MAX_BYTES = 64 * 1024;

const SignInBody = named("SignIn", "A request for a link to sign in or up.", {
  email: z
    .string()
    .trim()
    .refine((text) => isEmail(text), "must be an e-mail address" satisfies ProblemSentence)
    .describe("The address to which the link is mailed."),
  return_to: absentOrNull(z.string()).describe(
    "The path of a page of the service, such as `/polls`, to which the button of the link leads. Default: `/polls`.",
  ),
  new_poll: absentOrNull(NewPollOfLink),
});
const SignInResponse = named("SignInAnswer", "The response, which is the same for every address.", {
  message: field.text("A sentence for people. It is always the same."),
});

/** The response is always the same (docs/reference/accounts.md#sign-in). */
export const signInEndpoints = [
  endpoint({
    run: "public",
    auth: "none",
    id: "account.signIn",
    method: "post",
    path: "/api/v1/account/sign_in",
    summary: "Mail a link to sign in, or to create an account",
    description:
      "Mails a link to a page that signs the browser in, and issues new tokens on request. The response is the same whether or not the address has an account. An address without an account may get a link to sign up. With `new_poll`, the page also creates a poll.",
    body: SignInBody,
    bodyMaxBytes: BODY_MAX_BYTES,
    responses: { 202: SignInResponse },
    async handle(input, deps) {
      if (deps.config.signIn.providersOnly) throw new Blocked("provider_sign_in_only");
      const { email, return_to, new_poll } = input.body.read();
      const returnPath = return_to === undefined ? undefined : returnPathOf(return_to, deps.config);
      if (return_to !== undefined && returnPath === undefined) {
        throw new Invalid({ return_to: ["must be the path of a page of the service"] });
      }
      const draft = new_poll && draftOf(new_poll, deps.config);
      const key = `sign-in:${networkOf(input.clientAddress)}`;
      spend(deps.rateLimiter, { key, limit: PER_MINUTE });
      await requestSignIn(deps, {
        email,
        mail: mailRequestOf(input),
        returnPath,
        draft,
        now: input.now,
        cause: input,
      });
      return reply(202, {
        message: "If this address may have a link, a mail is on its way to it.",
      });
    },
  }),
];
