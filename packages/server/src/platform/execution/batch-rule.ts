import { Refusal } from './refusal.ts'

/** One of a batch, with what was decided for it. */
export interface Decided<One, Decision> {
  readonly one: One
  readonly decision: Decision
}

/**
 * What is done for many at once, in three steps: what they need is read and locked together, each is decided by itself, and what was
 * decided is written together.
 */
export interface BatchRule<One, Facts, Decision, Result> {
  load(all: readonly One[]): Promise<Facts>
  /**
   * For one, in the order given, from the facts alone. What it uses up it notes in the facts, so that the next finds it used.
   * @throws a refusal, as it may return one: either way the others are not affected
   */
  decide(one: One, facts: Facts): Decision | Refusal
  /** @returns a result for each, in their order */
  write(decided: readonly Decided<One, Decision>[], facts: Facts): Promise<readonly Result[]>
}

/** What of a batch belongs to which company, the companies in the order of their ids: nearly always there is one. */
export const byCompany = <One>(all: readonly One[], companyOf: (one: One) => number): [companyId: number, its: One[]][] =>
  [...Map.groupBy(all, companyOf)].toSorted(([one], [other]) => one - other)

/** @returns the result of each, or why it was refused */
export async function runRule<One, Facts, Decision, Result>(
  rule: BatchRule<One, Facts, Decision, Result>,
  all: readonly One[],
): Promise<Map<One, Result | Refusal>> {
  const outcomes = new Map<One, Result | Refusal>()
  if (all.length === 0) return outcomes
  const facts = await rule.load(all)
  const decided: Decided<One, Decision>[] = []
  for (const one of all) {
    const decision = decide(rule, one, facts)
    if (decision instanceof Refusal) outcomes.set(one, decision)
    else decided.push({ one, decision })
  }
  const results = decided.length ? await rule.write(decided, facts) : []
  for (const [turn, { one }] of decided.entries()) outcomes.set(one, results[turn]!)
  return outcomes
}

/** @throws what is wrong with the program, but no refusal */
export function decide<One, Facts, Decision>(
  { decide: rule }: Pick<BatchRule<One, Facts, Decision, unknown>, 'decide'>,
  one: One,
  facts: Facts,
): Decision | Refusal {
  try {
    return rule(one, facts)
  } catch (thrown) {
    if (thrown instanceof Refusal) return thrown
    throw thrown
  }
}
