import type { Poll } from "@polls/client";
import { newPollPath } from "../poll/addresses";
import { ownPath } from "../session/own-path";
import type { PageContext } from "../session/page-context";
import { Illustration } from "../types/illustration";
import type { HomeData } from "./home-data";
import { TryPoll } from "./try-poll";

/** The start page: what this is, a poll to try, and each type of poll. */
export function StartPage({
  context,
  data,
}: {
  readonly context: PageContext;
  readonly data: HomeData;
}) {
  const { start, types } = context.words;
  const newPoll = context.account === undefined ? ownPath("/sign-in") : newPollPath();
  const demoOf = (type: string) => data.demos.find((demo) => demo.type === type);
  return (
    <main>
      <div class="hero">
        <div>
          <h1>{start.title}</h1>
          <p class="lead">{start.text}</p>
          <p class="row">
            <a class="button" href={newPoll}>
              {start.newPoll}
            </a>
            {context.account === undefined && (
              <a class="button quiet" href={ownPath("/sign-in")}>
                {start.signIn}
              </a>
            )}
          </p>
        </div>
        <TryPoll words={context.words} />
      </div>
      <h2>{start.types}</h2>
      <ul class="tiles pictured">
        {(Object.keys(types) as Poll["type"][]).map((type) => {
          const [title, text] = types[type];
          const demo = demoOf(type);
          return (
            <li key={type} class="tile">
              <Illustration type={type} />
              <h3>
                <a href={newPoll}>{title}</a>
              </h3>
              <p>{text}</p>
              {demo !== undefined && (
                <p>
                  <a href={demo.path} aria-label={start.demo(title)}>
                    {start.demoLink}
                  </a>
                </p>
              )}
            </li>
          );
        })}
      </ul>
      <p class="fine">
        <a href={ownPath("/docs")}>{start.docs}</a>
        {data.inbox !== undefined && (
          <>
            {" · "}
            <a href={data.inbox}>{start.inbox}</a>
          </>
        )}
      </p>
    </main>
  );
}
