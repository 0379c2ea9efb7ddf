import type { ComponentType } from "preact";
import { TopBar } from "../parts/page/top-bar";
import { pageContextOf } from "../session/page-context";
import { show } from "../shell/show";
import { pageWords } from "../words";
import { adminWords } from "../words/admin";
import type { HomeData, HomePageProps } from "./home-data";

export function showPage(Page: ComponentType<HomePageProps>, data: HomeData): void {
  const context = pageContextOf(data);
  show(
    <>
      <TopBar context={context} />
      <Page context={context} data={data} />
    </>,
  );
}

/** Loads the words that all these pages have. */
export const loadWords = (language: HomeData["language"]): Promise<unknown> =>
  Promise.all([pageWords, adminWords].map(({ load }) => load(language)));
