import { loadAfter } from '../core/load-code.ts'

type Load<T> = () => Promise<T>

let bring: Load<unknown> = () => Promise.resolve()
/** What brings the words of every feature and the description of every record. */
export const everythingBy = (load: Load<unknown>): void => {
  bring = load
}

/**
 * For what tells of any record, as the log does: its code comes together with all words and all records. Whatever else a page says is
 * found in its modules when the product is built (build/page-needs.ts), and comes with the page.
 */
export const withEverything =
  <T>(load: Load<T>): Load<T> =>
  () =>
    loadAfter(
      // Some words are said as soon as its code is read.
      bring().then(() => undefined),
      load,
    )
