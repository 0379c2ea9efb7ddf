import { openBrowser } from "./browser.mjs";
import { pageData } from "./media.mjs";
import { expect } from "./report.mjs";
import { until } from "./stack.mjs";

const WAIT_MS = 60_000;
const PRICE = 100;
const BOUGHT = 3;

/** The mails to an address that the inbox lists. */
async function mailsTo(browser, email) {
  const mail = new RegExp(`<a href="(/dev/mail/\\d+)">[^<]*</a><br><span[^>]*>to ${email},`, "g");
  return [...(await browser.get("/dev/mail")).text.matchAll(mail)].map(([, link]) => link);
}

/** Asks for the sign-in mail, opens it in the inbox, and follows its link. Returns the browser that is signed in. */
export async function signIn({ baseUrl, email }) {
  const browser = openBrowser(baseUrl);
  await browser.get("/sign-in");
  const before = await mailsTo(browser, email);
  await browser.request("POST", "/api/v1/account/sign_in", { email });
  const mail = await until(`a mail to ${email} is at /dev/mail`, WAIT_MS, async () =>
    (await mailsTo(browser, email)).find((each) => !before.includes(each)),
  );
  const { text } = await browser.get(mail);
  const [link] = /http:\/\/[^\s<"]+\/sign-in\/[^\s<"]+/.exec(text) ?? [];
  expect(link?.startsWith(`${baseUrl}/`), `the mail has a link of ${baseUrl}`, text);
  const [, action] = /action="([^"]+\/session)"/.exec((await browser.get(link)).text) ?? [];
  const { location } = await browser.post(action);
  const { account } = pageData((await browser.get(location)).text);
  expect(account?.email === email, `${location} shows ${email}`, JSON.stringify(account));
  return browser;
}

/** Creates a poll by the session of the browser, and an option in it. */
async function openPoll(browser, title, settings) {
  const api = await browser.api();
  const { member_hash: hash } = (await api("POST", "/polls", { poll: { title }, settings })).body;
  const { id } = (await api("POST", `/polls/${hash}/options`, { option: { content: "Cake" } }))
    .body;
  return { hash, option_id: id };
}

/** Takes part as a visitor who comes by the address of the poll. Returns the answer to the vote. */
async function vote(baseUrl, { hash, option_id }, value) {
  const visitor = openBrowser(baseUrl);
  await visitor.get(`/p/${hash}`);
  const api = await visitor.api(hash);
  const { id } = (await api("POST", `/polls/${hash}/voters`, { voter: { user_name: "Ada" } })).body;
  const body = { voter_id: id, option_id, vote: { vote: value } };
  return { visitor, ...(await api("POST", `/polls/${hash}/votes`, body)) };
}

const countOf = async (browser, hash) => {
  const api = await browser.api();
  const { options } = (await api("GET", `/polls/${hash}/results`)).body;
  return options[0].rating;
};

export async function castVote(browser, { baseUrl }) {
  const poll = await openPoll(browser, "Which cake?", { vote_type: "Votes::UpVote" });
  const { status } = await vote(baseUrl, poll, 1);
  expect(status === 201, "the vote is answered 201", status);
  const count = await countOf(browser, poll.hash);
  expect(count === 1, "the results count the vote", count);
  return { hash: poll.hash, count };
}

/** Creates a poll that sells votes, and buys some on the page of the fake payment provider. */
export async function buyVotes(browser, { baseUrl }) {
  const poll = await openPoll(browser, "Cakes for the roof", {
    vote_type: "Votes::UpVote",
    voting_fee: PRICE,
    voting_fee_type: "voting_sell_votes",
  });
  const { visitor, body } = await vote(baseUrl, poll, BOUGHT);
  expect(
    body.url?.startsWith(`${baseUrl}/pay/`),
    "the vote is answered with a pay page",
    JSON.stringify(body),
  );
  const checkout = await until(
    "the pay page leads to the provider",
    WAIT_MS,
    async () => /class="button" href="([^"]+)"/.exec((await visitor.get(body.url)).text)?.[1],
  );
  const { text } = await visitor.get(checkout);
  expect(text.includes(`${PRICE * BOUGHT} eur`), "the provider asks for the price", text);
  const { location } = await visitor.post(checkout, { action: "pay" });
  await until(
    "the pay page says that the votes count",
    WAIT_MS,
    async () => /bought votes count/.exec((await visitor.get(location)).text)?.[0],
  );
  const count = await countOf(browser, poll.hash);
  expect(count === BOUGHT, `the results count ${BOUGHT} votes`, count);
  return { hash: poll.hash, count };
}
