import { sharedBehind, type Database } from '../postgres/database.ts'

/** What one round trip asks at most. */
const most = 256

/**
 * Who asks the same kind of question while it is being asked for another waits, and all of them are asked together next, over the
 * connections that their calls share: a busy hour costs few round trips, and anyone who comes alone waits for nobody. What fails, fails for
 * all who shared it.
 */
export function askTogether<Q, A>(ask: (db: Database, questions: readonly Q[]) => Promise<readonly A[]>) {
  const lines = new WeakMap<Database, (question: Q) => Promise<A>>()
  return (db: Database, question: Q): Promise<A> => {
    const { shared, queueDeadline } = sharedBehind(db)
    const line = lines.get(shared) ?? lineOf((questions: readonly Q[]) => ask(shared, questions))
    lines.set(shared, line)
    return queueDeadline ? queueDeadline.wait(line(question)) : line(question)
  }
}

function lineOf<Q, A>(ask: (questions: readonly Q[]) => Promise<readonly A[]>): (question: Q) => Promise<A> {
  const waiting: { question: Q; done: (answer: A) => void; failed: (thrown: unknown) => void }[] = []
  let asking = false
  const askAll = async () => {
    asking = true
    for (let group = waiting.splice(0, most); group.length; group = waiting.splice(0, most)) {
      try {
        const answers = await ask(group.map(({ question }) => question))
        for (const [at, { done }] of group.entries()) done(answers[at]!)
      } catch (thrown) {
        for (const { failed } of group) failed(thrown)
      }
    }
    asking = false
  }
  return question =>
    new Promise((done, failed) => {
      waiting.push({ question, done, failed })
      if (!asking) void askAll()
    })
}
