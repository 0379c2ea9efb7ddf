import { newPollPath } from "../poll/addresses";
import { ownPath } from "../session/own-path";
import type { PageContext } from "../session/page-context";
import { Illustration } from "../types/illustration";
import { jobNames, jobOf, standsForType } from "../types/poll-jobs";
import type { HomeData } from "./home-data";
import { JobIcon } from "./job-icon";
import { TryPoll } from "./try-poll";

/** The start page: what this is, a poll to try, and what one can make. */
export function StartPage({
  context,
  data,
}: {
  readonly context: PageContext;
  readonly data: HomeData;
}) {
  const { start, types, build } = context.words;
  const newPoll = newPollPath();
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
        {jobNames.map((name) => {
          const [title, text] = build.jobs[name];
          const { types: ofJob } = jobOf(name);
          const [first] = ofJob;
          const isOwnType = standsForType(name);
          const demos = isOwnType ? data.demos.filter(({ type }) => ofJob.includes(type)) : [];
          return (
            <li key={name} class="tile">
              {isOwnType ? <Illustration type={first} /> : <JobIcon name={name} />}
              <h3>
                <a href={`${newPoll}#${name}`}>{title}</a>
              </h3>
              <p>{text}</p>
              {demos.map((demo) => (
                <p key={demo.type}>
                  <a href={demo.path} aria-label={start.demo(types[demo.type])}>
                    {start.demoLink}
                  </a>
                </p>
              ))}
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
