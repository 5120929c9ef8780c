import { probe } from './connectivity.ts'
import { compare } from './newer.ts'

/** Chromium, Firefox and Safari word it differently; Vite has words of its own for styles. */
const words = /dynamically imported module|importing a module|unable to preload/i

/** The code of a page, or of a part of it, did not come. */
export const isMissingCode = (error: unknown): boolean => error instanceof Error && words.test(error.message)

/** Why it did not come: no network, no answer from the server, pages of another build there, or none of these. */
export type WhyMissing = 'offline' | 'unanswered' | 'outdated' | 'missing'

export async function whyMissing(): Promise<WhyMissing> {
  if (!(await probe())) return navigator.onLine ? 'unanswered' : 'offline'
  return (await compare()) ? 'outdated' : 'missing'
}
