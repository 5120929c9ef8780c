import DataLoader from 'dataloader'
import { sharedBehind, type Database } from '../postgres/database.ts'

/** Keys in one query at most. */
const batchSizeMax = 256

/**
 * Loads by key over the connections that calls share: keys that are asked for while a query is under way go together in the next one, so
 * that a busy hour costs few round trips and a caller who comes alone waits for nobody. A query that fails, fails for all who were in it.
 * Nothing is cached.
 */
export function batchLoader<Key, Value>(load: (db: Database, keys: readonly Key[]) => Promise<readonly Value[]>) {
  const loaders = new WeakMap<Database, DataLoader<Key, Value>>()
  return (db: Database, key: Key): Promise<Value> => {
    const { shared, queueDeadline } = sharedBehind(db)
    const loader = loaders.get(shared) ?? loaderOf((keys: readonly Key[]) => load(shared, keys))
    loaders.set(shared, loader)
    return queueDeadline ? queueDeadline.wait(loader.load(key)) : loader.load(key)
  }
}

function loaderOf<Key, Value>(load: (keys: readonly Key[]) => Promise<readonly Value[]>): DataLoader<Key, Value> {
  let underWay: Promise<unknown> = Promise.resolve()
  const query = (keys: readonly Key[]) => {
    const found = load(keys)
    underWay = found.catch(() => undefined)
    return found
  }
  return new DataLoader(query, { cache: false, maxBatchSize: batchSizeMax, batchScheduleFn: run => void underWay.then(run) })
}
