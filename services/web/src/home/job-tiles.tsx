import { jobNames } from "../types/poll-jobs";
import type { AdminWords } from "../words/admin";
import { JobIcon } from "./job-icon";

/** The jobs for which people make polls. */
export const JobTiles = ({
  words: { build },
  page,
}: {
  readonly words: AdminWords;
  /** The page of new polls. */
  readonly page: string;
}) => (
  <ul class="tiles">
    {jobNames.map((name) => {
      const [title, text] = build.jobs[name];
      return (
        <li key={name}>
          <a class="tile" href={`${page}#${name}`}>
            <JobIcon name={name} />
            <span>
              <strong>{title}</strong>
              <span class="fine">{text}</span>
            </span>
          </a>
        </li>
      );
    })}
  </ul>
);
